import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findDestructions, renderDestructions } from '../src/app/destruction.ts';
import { openServiceClient } from 'slipway/client/open-service-client';
import type { PlanJson, ResourceChange } from 'slipway/engine/show-json';

const test = suite('what a plan destroys');
const change = (address: string, actions: ResourceChange['change']['actions'], before: object): ResourceChange => ({
  address,
  type: address.split('.')[0]!,
  mode: 'managed',
  change: { actions, before, after: null },
});
const plan: PlanJson = {
  resource_changes: [
    change('slipway_workspace.full', ['delete'], { id: 'ws-1', resource_count: 12, locked: true }),
    change('slipway_workspace.new', ['delete', 'create'], { id: 'ws-2', resource_count: 1, locked: false }),
    change('slipway_workspace.kept', ['update'], { id: 'ws-3', resource_count: 9, locked: true }),
    change('slipway_project.p', ['delete'], { id: 'prj-1', organization: 'acme' }),
    change('slipway_variable_set.s', ['delete'], { id: 'varset-1' }),
    change('slipway_agent_pool.a', ['delete'], { id: 'apool-1' }),
  ],
};
const answers: { readonly [path: string]: unknown } = {
  '/workspaces/ws-1/relationships/remote-state-consumers': [
    { id: 'ws-8', attributes: { name: 'reader' } },
    { id: 'ws-2', attributes: { name: 'new' } },
  ],
  '/workspaces/ws-1/run-triggers?filter%5Brun-trigger%5D%5Btype%5D=outbound': [
    { id: 'rt-1', relationships: { workspace: { data: { id: 'ws-9', type: 'workspaces' } } } },
  ],
  '/organizations/acme/workspaces?filter%5Bproject%5D%5Bid%5D=prj-1': [1, 2, 3, 4, 5, 6, 7].map((at) => ({
    id: `w${at}`,
    attributes: { name: `n${at}` },
  })),
  '/varsets/varset-1': {
    id: 'varset-1',
    relationships: { workspaces: { data: [{ id: 'ws-1' }, { id: 'ws-7' }] }, projects: { data: [{ id: 'prj-1' }] } },
  },
};
const asked: string[] = [];
const client = openServiceClient({
  service: 'workspaces',
  address: 'https://service.test',
  token: 'token-of-the-destruction-test',
  organization: 'acme',
  fetch: async (request) => {
    const { pathname, search } = new URL(request.url);
    const path = pathname.replace('/api/v2', '') + search;
    asked.push(`${request.method} ${path}`);
    const data = answers[path];
    return data === undefined ? Response.json({ errors: [{ status: '404' }] }, { status: 404 }) : Response.json({ data });
  },
});

test('that manages resources, is locked, or serves what the plan leaves in place', async () => {
  const found = await findDestructions(plan, client);
  assert.equal(found, [
    {
      address: 'slipway_workspace.full',
      reasons: [
        'manages 12 resources, which nothing manages afterwards',
        'is locked',
        'its state is read by the workspaces reader',
        'its runs start runs of the workspaces ws-9',
      ],
    },
    { address: 'slipway_workspace.new', reasons: ['manages 1 resource, which nothing manages afterwards'] },
    { address: 'slipway_project.p', reasons: ['holds the workspaces n1, n2, n3, n4, n5, 2 more'] },
    { address: 'slipway_variable_set.s', reasons: ['is applied to ws-7'] },
  ]);
  assert.ok(asked.every((one) => one.startsWith('GET ') && !one.includes('ws-3')));
  assert.is(
    renderDestructions(found.slice(1, 2)),
    '\nWhat this destroys is in use:\n  slipway_workspace.new: manages 1 resource, which nothing manages afterwards\n',
  );
});
test('without a service only the reasons in the plan are reported', async () => {
  assert.equal(
    (await findDestructions(plan, undefined)).map(({ address }) => address),
    ['slipway_workspace.full', 'slipway_workspace.new'],
  );
});
test('a plan that destroys nothing sends no request and causes no warning', async () => {
  asked.length = 0;
  assert.equal(await findDestructions({ resource_changes: [plan.resource_changes![2]!] }, client), []);
  assert.equal([asked, renderDestructions([])], [[], '']);
});
test.run();
