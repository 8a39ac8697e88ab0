/** A service that listens evaluates policies by itself, in its own threads. */
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveService } from '../../control/served.ts';
import { document } from '../../documents.ts';

const headers = { authorization: 'Bearer first', 'content-type': 'application/vnd.api+json' };

const test = suite('policies of a service that listens');
test('a run comes to the decision about its policies', async () => {
  const service = await serveService({ store: 'memory', settings: { runs: 'scripted', runStatusMilliseconds: 10 } });
  try {
    const send = async (row: string, body?: unknown) => {
      const [method, path] = row.split(' ') as [string, string];
      const response = await service.request(`${method} /api/v2${path}`, { headers, ...(body === undefined ? {} : { body }) });
      assert.ok(response.status < 300, `${row}: ${response.text}`);
      return response.body?.data;
    };
    const workspace = await send(
      'POST /organizations/acme/workspaces',
      document('workspaces', { name: 'web', 'execution-mode': 'remote' }),
    );
    const attributes = { name: 'none', kind: 'opa', query: 'data.harbor.deny', 'enforcement-level': 'mandatory' };
    const policy = await send('POST /organizations/acme/policies', document('policies', attributes));
    await service.request(`PUT /api/v2/policies/${policy.id}/upload`, {
      headers,
      body: 'package harbor\ndeny[a] { a := input.plan.resource_changes[_].address }\n',
    });
    const policies = { data: [{ type: 'policies', id: policy.id }] };
    const set = { name: 'rules', kind: 'opa', global: true, overridable: true };
    await send('POST /organizations/acme/policy-sets', document('policy-sets', set, { policies }));
    const { id } = await send('POST /runs', document('runs', {}, { workspace: { data: { type: 'workspaces', id: workspace.id } } }));
    const readStatus = async () => (await send(`GET /runs/${id}`)).attributes.status;
    for (let tries = 0; tries < 400 && (await readStatus()) !== 'post_plan_awaiting_decision'; tries++) await delay(50);
    assert.is(await readStatus(), 'post_plan_awaiting_decision');
  } finally {
    await service.close();
  }
});

test.run();
