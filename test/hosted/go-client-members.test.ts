/** Members that HashiCorp's Go client reads by names of its own, and parameters that it sends: seen with a program on go-tfe 1.111.2. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestService, type TestService } from '../../service/test/support.ts';
import { document } from '../../service/test/documents.ts';

const test = suite<TestService>('members that the Go client reads');
test.before.each(async (context) => {
  Object.assign(context, await createTestService({ profile: 'hosted' }));
});
test.after.each(({ close }) => close());

const create = async (request: TestService['request'], path: string, ...given: Parameters<typeof document>): Promise<any> =>
  (await request(`POST ${path}`, document(...given))).body.data;

test('a reserved tag key shows its times with underscores, too', async ({ request }) => {
  const made = await request('POST /organizations/acme/reserved-tag-keys', document('reserved-tag-keys', { key: 'berth' }));
  assert.equal(made.body.data.attributes, {
    key: 'berth',
    'disable-overrides': false,
    'created-at': '2026-05-01T12:00:00.000Z',
    'updated-at': '2026-05-01T12:00:00.000Z',
    created_at: '2026-05-01T12:00:00.000Z',
    updated_at: '2026-05-01T12:00:00.000Z',
  });
});

test('a provider set is changed with names that have underscores, as this client writes them', async ({ request }) => {
  const source = { name: 'berths', 'provider-source': 'example.com/acme/harbor', 'configuration-hcl': 'provider "aws" {}' };
  const { data } = (await request('POST /organizations/acme/provider-sets', document('provider-sets', source))).body;
  const changed = await request(
    `PATCH /provider-sets/${data.id}`,
    document('provider-sets', {
      provider_source: 'example.com/acme/quay',
      configuration_hcl: 'provider "azurerm" {}',
      key_of_nobody: 1,
    }),
  );
  const { name, 'provider-source': provider, 'configuration-hcl': text } = changed.body.data.attributes;
  assert.equal([changed.status, name, provider, text], [200, 'berths', 'example.com/acme/quay', 'provider "azurerm" {}']);
  assert.match(changed.headers.get('warning')!, /Ignored: .*key_of_nobody/);
  assert.not.match(changed.headers.get('warning')!, /provider_source/);
});

test('the type notification-configuration, which programs write, is taken; in the neutral dialect it is refused', async ({ request }) => {
  const { id } = (await request('POST /organizations/acme/workspaces', document('workspaces', { name: 'web' }))).body.data;
  const path = `POST /workspaces/${id}/notification-configurations`;
  const horn = { name: 'horn', 'destination-type': 'generic', url: 'https://example.com/horn', enabled: false };
  const made = await request(path, document('notification-configuration', horn));
  assert.equal([made.status, made.body.data.type], [201, 'notification-configurations']);
  assert.is((await request(path, document('notification', { ...horn, name: 'bell' }))).status, 422);
  const neutral = await createTestService({ profile: 'neutral' });
  const web = (await neutral.request('POST /organizations/acme/workspaces', document('workspaces', { name: 'web' }))).body.data.id;
  const refused = await neutral.request(
    `POST /workspaces/${web}/notification-configurations`,
    document('notification-configuration', horn),
  );
  await neutral.close();
  assert.equal([refused.status, refused.body.errors[0].source], [422, { pointer: '/data/type' }]);
});

test('a name with underscores does not take the place of the one that is declared, when a request has both', async ({ request }) => {
  const made = await request(
    'POST /organizations/acme/workspaces',
    document('workspaces', { name: 'web', 'auto-apply': true, auto_apply: false }),
  );
  assert.equal([made.status, made.body.data.attributes['auto-apply']], [201, true]);
  assert.match(made.headers.get('warning')!, /Ignored: .*auto_apply/);
});

test('a workspace tells whether the caller can queue a plan that destroys', async ({ request }) => {
  const create = async (attributes: object) =>
    (await request('POST /organizations/acme/workspaces', document('workspaces', attributes))).body.data.attributes;
  assert.is((await create({ name: 'web' }))['can-queue-destroy-plan'], true);
  assert.is((await create({ name: 'db', 'allow-destroy-plan': false }))['can-queue-destroy-plan'], false);
});

test('tags of a workspace are found by a part of their name', async ({ request }) => {
  const { id } = (await request('POST /organizations/acme/workspaces', document('workspaces', { name: 'web' }))).body.data;
  const tags = ['harbor', 'quay'].map((name) => ({ type: 'tags', attributes: { name } }));
  await request(`POST /workspaces/${id}/relationships/tags`, { data: tags });
  const found = await request(`GET /workspaces/${id}/relationships/tags?name=arb`);
  assert.equal(
    [
      found.headers.get('warning'),
      found.body.data.map(({ attributes }: any) => attributes.name),
      found.body.meta.pagination['total-count'],
    ],
    [null, ['harbor'], 1],
  );
});

test('tokens of teams are sorted by the names of their teams', async ({ request }) => {
  for (const name of ['quay', 'anchor', 'mast']) {
    const { id } = (await request('POST /organizations/acme/teams', document('teams', { name }))).body.data;
    await request(`POST /teams/${id}/authentication-tokens`, document('authentication-tokens', { description: name }));
  }
  const list = async (query: string) => {
    const { data, meta } = (await request(`GET /organizations/acme/team-tokens?${query}`)).body;
    return [...data.map(({ attributes }: any) => attributes.description), meta.pagination['total-count']];
  };
  assert.equal(await list('sort=team-name'), ['anchor', 'mast', 'quay', 3]);
  assert.equal(await list('sort=-team-name&page[size]=2'), ['quay', 'mast', 3]);
  assert.equal(await list('sort=team-name&q=a&page[size]=2&page[number]=2'), ['quay', 3]);
  for (const column of ['created-by', 'last-used-at', '-expired-at']) assert.is((await list(`sort=${column}`)).length, 4, column);
});

test('the entitlements name what a plan of the hosted service may hold and this service does not', async ({ request }) => {
  const { attributes } = (await request('GET /organizations/acme/entitlement-set')).body.data;
  const names = ['private-run-tasks', 'sso', 'waypoint-actions', 'waypoint-templates-and-addons'];
  assert.equal(
    names.map((name) => attributes[name]),
    [false, false, false, false],
  );
});

test('a workspace shows the inactivity after which it is destroyed, also where its project says it', async ({ request }) => {
  const project = await create(request, '/organizations/acme/projects', 'projects', {
    name: 'short',
    'auto-destroy-activity-duration': '3d',
  });
  const inProject = { project: { data: { type: 'projects', id: project.id } } };
  const workspaces = '/organizations/acme/workspaces';
  const { attributes } = await create(request, workspaces, 'workspaces', { name: 'web' }, inProject);
  assert.equal([attributes['auto-destroy-activity-duration'], attributes['inherits-project-auto-destroy']], ['3d', true]);
  const own = await create(request, workspaces, 'workspaces', { name: 'own', 'auto-destroy-activity-duration': '5h' }, inProject);
  assert.equal([own.attributes['auto-destroy-activity-duration'], own.attributes['inherits-project-auto-destroy']], ['5h', false]);
});

/** By what the client asks for only if it may: the permissions that its documents have. */
const permissions = {
  organizations: `
    can-create-project can-create-team can-create-workspace can-create-workspace-migration can-deploy-no-code-modules can-destroy
    can-enable-stacks can-manage-auditing can-manage-no-code-modules can-manage-run-tasks can-traverse can-update can-update-api-token
    can-update-hyok-configuration can-update-oauth can-update-sentinel can-view-hyok-feature-info`,
  workspaces: `
    can-destroy can-force-delete can-force-unlock can-lock can-manage-run-tasks can-queue-apply can-queue-destroy can-queue-run
    can-read-settings can-read-state-versions can-read-variable can-unlock can-update can-update-variable`,
} as const;

test('documents tell each permission by which the client decides whether to ask', async ({ request }) => {
  const workspace = await create(request, '/organizations/acme/workspaces', 'workspaces', { name: 'web' });
  const organization = (await request('GET /organizations/acme')).body.data;
  const missing = (document: any, names: string) =>
    names.split(/\s+/).filter((name) => name !== '' && !(name in document.attributes.permissions));
  assert.equal(missing(organization, permissions.organizations), []);
  assert.equal(missing(workspace, permissions.workspaces), []);
  assert.is(organization.attributes.permissions['can-manage-auditing'], true);
  assert.is((await request('GET /organizations/acme/audit-configuration')).status, 200);
});

test.run();
