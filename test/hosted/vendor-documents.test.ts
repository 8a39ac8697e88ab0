import { existsSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ciApi } from '../../service/src/ci/api-definition.ts';
import { route } from '../../service/src/http/route.ts';
import { workspacesApiDefinition } from '../../service/src/workspaces/api-definition.ts';
import { skipWithReason } from '../support/skip.ts';
import { vendorDeviations } from '../../service/test/vendor-deviations.ts';
import { listVendorDeviations, vendorDocumentPath, vendorOperations } from '../../service/test/vendor-document.ts';

/** Every test that runs a service in its own process holds answers of the hosted dialect so; this file holds the judge. */
const test = suite("the vendors' documents as judges");
const isHere = existsSync(vendorDocumentPath('workspaces')) && existsSync(vendorDocumentPath('ci'));
const judging = isHere ? test : skipWithReason(test, "the vendors' documents are not beside the checkout");

const answer = (api: typeof ciApi, endpoint: string, status: number, body: unknown, dialect: 'hosted' | 'neutral' = 'hosted') =>
  listVendorDeviations({
    api,
    route: route(endpoint, async () => ({ status })),
    method: endpoint.split(' ')[0]!,
    path: '',
    dialect,
    response: { status, headers: { 'content-type': api.mediaType }, body: JSON.stringify(body) },
  });

judging('an answer of another shape is told by its place, in the hosted dialect only', () => {
  const context = { id: '5b0f7c1e-6a53-4c0e-9a52-0d6f4a1be001', name: 'keys', created_at: '2026-05-01T12:00:00Z' };
  assert.equal(answer(ciApi, 'GET /context/{context-id}', 200, context), []);
  assert.equal(answer(ciApi, 'GET /context/{context-id}', 200, { ...context, name: 7 }), ['GET /context/{}: /name must be string']);
  assert.equal(answer(ciApi, 'GET /context/{context-id}', 200, { ...context, name: 7 }, 'neutral'), []);
  assert.equal(answer(ciApi, 'GET /context', 200, { items: [context, { ...context, name: 7 }], next_page_token: null }), [
    'GET /context: /items/*/name must be string',
  ]);
  const key = { data: { id: 'sshkey-1', type: 'ssh-keys', attributes: { name: 7 } } };
  assert.equal(answer(workspacesApiDefinition, 'GET /ssh-keys/{ssh_key_id}', 200, key), [
    'GET /ssh-keys/{}: /data/attributes/name must be string',
  ]);
});

judging('each listed deviation is of an operation that the document has', () => {
  for (const name of ['workspaces', 'ci'] as const)
    for (const line of vendorDeviations[name]) assert.ok(vendorOperations(name).has(line.split(': ')[0]!), line);
});

test.run();
