/** In the hosted dialect no error uses a term of the neutral one, for any fault of the document. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toHostedDocument } from '@slipway/declarations/dialects/hosted-dialect';
import { createTestService, type TestService } from '../support.ts';
import { workspaceBodies } from './fuzz/bodies-workspaces.ts';
import { plantWorkspaces } from './foreign-ids/plant-workspaces.ts';
import { fillSlots, slottedRequests, type SlotValues } from './foreign-ids/request-slots.ts';

const law = suite<{ bench: TestService; values: SlotValues }>('errors in the hosted dialect');
law.before(async (context) => {
  const bench = await createTestService({ profile: 'hosted', settings: { tier: 'plus', edition: 'self-hosted' } });
  Object.assign(context, { bench, values: await plantWorkspaces(bench, 'acme', 'owner-token', false) });
});
law.after(async ({ bench }) => {
  await bench.close();
});

const wrongValues = [0, 'nonsense', true, {}, [], null, ['x'], { x: 1 }] as const;
/** The document with each of its members, and one that does not exist, replaced by each wrong value. */
const spoil = function* (document: unknown): Generator<unknown> {
  yield* wrongValues;
  if (Array.isArray(document)) {
    for (const [index, item] of document.entries()) for (const bad of spoil(item)) yield document.with(index, bad);
    return;
  }
  if (typeof document !== 'object' || document === null) return;
  for (const [name, value] of Object.entries(document)) for (const bad of spoil(value)) yield { ...document, [name]: bad };
  yield { ...document, unknown: 1 };
};
/** What a client of the hosted service writes in these places. */
const further = {
  'terraform-version': '1.9.9',
  'vcs-repo': { identifier: 'a/b', 'github-app-installation-id': 'ghain-1' },
  'setting-overwrites': { 'execution-mode': true },
  'agent-pool-id': 'apool-x',
};
const extend = (row: string, document: any): unknown =>
  /workspaces$|workspaces\/\{(workspace_id|name)\}$/.test(row) && document?.data?.attributes
    ? { data: { ...document.data, attributes: { ...document.data.attributes, ...further } } }
    : document;

const neutralWords = /\binfra\b|engine[-_]version|codehost/;
law('use its words', async ({ bench, values }) => {
  const found = new Set<string>();
  let refused = 0;
  for (const request of slottedRequests) {
    if (request.service !== 'workspaces' || request.body === undefined || workspaceBodies[request.row] === undefined) continue;
    const { line, body } = fillSlots(request, values);
    for (const spoiled of spoil(extend(request.row, toHostedDocument(JSON.parse(body!))))) {
      const { status, body: answer } = await bench.request(line, spoiled);
      if (status < 400) continue;
      refused += 1;
      for (const error of answer.errors)
        if (neutralWords.test(JSON.stringify(error))) found.add(`${request.row}: ${JSON.stringify(error)}`);
    }
  }
  assert.equal([...found], []);
  assert.ok(refused > 2000, String(refused));
});

law.run();
