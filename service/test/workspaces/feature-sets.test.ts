import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';

const test = suite<WorkspaceTestService>('plans and subscriptions');
test.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService({ settings: { tier: 'standard' } }));
});
test.after.each(({ close }) => close());

const summarize = ({ id, attributes }: any) => [id, attributes['is-current'], attributes['no-code-modules'], attributes.assessments];

test('an organization may have the plans that the service can have; one of them is the current', async ({ request }) => {
  const expected = [
    ['fs-free', false, false, false],
    ['fs-standard', true, true, false],
    ['fs-plus', false, true, true],
  ];
  for (const path of ['/feature-sets', '/organizations/acme/feature-sets'])
    assert.equal((await request(`GET ${path}`)).body.data.map(summarize), expected, path);
  assert.equal((await request('GET /feature-sets?q=everything')).body.data.map(summarize), [expected[2]]);
  assert.is((await request('GET /organizations/globex/feature-sets')).status, 404);
});

test('the organization leads to its subscription, and that to its plan', async ({ request, store, clock }) => {
  const organization = (await request('GET /organizations/acme?include=subscription')).body;
  const { id } = organization.data.relationships.subscription.data;
  const { body } = await request(`GET /subscriptions/${id}?include=feature_set`);
  assert.equal(organization.included, [body.data]);
  assert.equal(body.data, {
    id,
    type: 'subscriptions',
    attributes: {
      'is-active': true,
      'is-public-free-tier': false,
      'is-self-serve-trial': false,
      'start-at': '2026-05-01T12:00:00.000Z',
      'end-at': null,
      'runs-ceiling': null,
      'agents-ceiling': null,
      'policy-limit': null,
      'policy-set-limit': null,
      'run-task-limit': null,
      'rum-alert-threshold': null,
    },
    relationships: {
      organization: { data: { id: 'acme', type: 'organizations' } },
      'feature-set': { data: { id: 'fs-standard', type: 'feature-sets' } },
    },
  });
  assert.equal(body.included.map(summarize), [['fs-standard', true, true, false]]);
  await store.write(async (tx) => {
    const made = { name: 'globex', email: '', createdAt: clock.now().toISOString() };
    await tx.insert({ id: 'org-globex', kind: 'organizations', scope: '', key: 'globex', name: 'globex', body: made });
  });
  assert.is((await request('GET /subscriptions/sub-globex')).status, 404);
});

test('an owner subscribes one organization to another plan, and what the plan allows follows', async ({ request }) => {
  const subscribe = (plan: string) =>
    request('POST /admin/organizations/acme/subscription', {
      data: { type: 'subscription', relationships: { 'feature-set': { data: { type: 'feature-sets', id: plan } } } },
    });
  const assess = async (name: string) => {
    const attributes = { name, 'assessments-enabled': true, 'execution-mode': 'remote' };
    const { status, body } = await request('POST /organizations/acme/workspaces', { data: { type: 'workspaces', attributes } });
    return [status, body.data?.attributes['assessments-enabled'] ?? body.errors[0].detail];
  };
  const refusal = 'health assessments are part of the plan tier "plus"; this organization is on "standard"';
  assert.equal(await assess('before'), [422, refusal]);
  assert.is((await subscribe('fs-plus')).body.data.relationships['feature-set'].data.id, 'fs-plus');
  assert.equal(await assess('after'), [201, true]);
  assert.is((await request('GET /organizations/acme')).body.data.attributes['plan-tier'], 'plus');
  assert.equal((await request('GET /organizations/acme/feature-sets')).body.data.map(summarize)[2], ['fs-plus', true, true, true]);
  assert.equal((await request('GET /feature-sets')).body.data.map(summarize)[1], ['fs-standard', true, true, false], 'of the service');
});

test.run();
