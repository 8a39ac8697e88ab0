import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';
import { document, many } from '../documents.ts';
import { issueToken } from '../creators.ts';

const hosted = suite<WorkspaceTestService>('documents of the hosted service');
hosted.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService({ profile: 'hosted' }));
});
hosted.after.each(async ({ close }) => {
  await close();
});

const pick = (from: any, ...names: readonly string[]): readonly unknown[] => names.map((name) => from.body.data.attributes[name]);
const tags = (all: { readonly [key: string]: string }) => ({
  data: Object.entries(all).map(([key, value]) => ({ type: 'tag-bindings', attributes: { key, value } })),
});

hosted('an organization keeps and shows what clients write', async ({ request }) => {
  const written = {
    'collaborator-auth-policy': 'two_factor_mandatory',
    'session-timeout': 240,
    'session-remember': 720,
    'cost-estimation-enabled': false,
    'send-passing-statuses-for-untriggered-speculative-plans': true,
    'aggregated-commit-status-enabled': false,
    'speculative-plan-management-enabled': false,
    'user-tokens-enabled': false,
    'owners-team-saml-role-id': 'role',
    'enforce-hyok': true,
    'max-ttl-enabled': true,
    'stacks-enabled': true,
    'assessments-enforced': true,
    'allow-force-delete-workspaces': true,
  };
  const before = await request('GET /organizations/acme');
  assert.equal(
    pick(
      before,
      'collaborator-auth-policy',
      'user-tokens-enabled',
      'speculative-plan-management-enabled',
      'session-timeout',
      'plan-is-trial',
    ),
    ['password', true, true, null, false],
  );
  assert.equal(before.body.data.relationships['data-retention-policy'], { data: null });
  const changed = await request('PATCH /organizations/acme', document('organizations', written));
  assert.equal(pick(changed, ...Object.keys(written)), Object.values(written));
  assert.equal(
    pick(await request('PUT /organizations/acme', document('organizations', {})), ...Object.keys(written)),
    Object.values(written),
  );
  for (const [name, value] of [
    ['collaborator-auth-policy', 'none'],
    ['session-timeout', 0],
    ['user-tokens-enabled', 'yes'],
    ['default-execution-mode', 'there'],
  ] as const) {
    const refused = await request('PATCH /organizations/acme', document('organizations', { [name]: value }));
    assert.equal([refused.status, refused.body.errors[0].source], [422, { pointer: `/data/attributes/${name}` }], name);
  }
});

hosted('an organization leaves its default pool with the mode agent', async ({ request, create }) => {
  const pool = (await create('POST /organizations/acme/agent-pools', document('agent-pools', { name: 'dock' }))).id;
  const link = { 'default-agent-pool': { data: { type: 'agent-pools', id: pool } } };
  assert.is((await request('PATCH /organizations/acme', document('organizations', {}, link))).status, 422);
  const agents = await request('PATCH /organizations/acme', document('organizations', { 'default-execution-mode': 'agent' }, link));
  assert.is(agents.body.data.relationships['default-agent-pool'].data.id, pool);
  const included = (await request('GET /organizations/acme?include=default_agent_pool,default-project,entitlement_set')).body.included;
  assert.equal(included.map(({ type }: any) => type).sort(), ['agent-pools', 'entitlement-sets', 'projects']);
  const remote = await request('PATCH /organizations/acme', document('organizations', { 'default-execution-mode': 'remote' }));
  assert.is(remote.body.data.relationships['default-agent-pool'].data, null);
});

hosted('an organization is renamed with everything in it', async ({ request, createWorkspaceId, member, grant, create, as }) => {
  const id = await createWorkspaceId('web', {}, { 'tag-bindings': tags({ env: 'prod' }) });
  await request('POST /organizations', document('organizations', { name: 'taken' }));
  const set = await request('POST /organizations/acme/varsets', document('varsets', { name: 'set' }));
  const { token, team } = await member('rita');
  await grant('team-workspaces', team, id, { access: 'read' });
  const secret = await issueToken({ create }, '/organizations/acme/authentication-token', {});
  assert.is((await request('PATCH /organizations/acme', document('organizations', { name: 'Taken' }))).status, 422);
  const renamed = await request('PATCH /organizations/acme', document('organizations', { name: 'apex' }));
  assert.equal([renamed.status, renamed.body.data.id, renamed.body.data.attributes.permissions['can-update']], [200, 'apex', true]);
  assert.is((await request('GET /organizations/acme')).status, 404);
  const shown = await as(token)('GET /organizations/apex/workspaces/web?include=organization,effective_tag_bindings');
  assert.equal(
    [shown.body.data.id, shown.body.data.relationships.organization.data.id, shown.body.included.map(({ type }: any) => type)],
    [id, 'apex', ['organizations', 'effective-tag-bindings']],
  );
  assert.is((await request(`GET /varsets/${set.body.data.id}`)).body.data.relationships.parent.data.id, 'apex');
  assert.is((await as(secret)('GET /organizations/apex')).status, 200);
  assert.is((await request('GET /organizations/apex/teams')).body.data.length, 2);
});

hosted('organizations are found by name and by email address', async ({ request }) => {
  await request('POST /organizations', document('organizations', { name: 'quay', email: 'crew@sea.example' }));
  const names = async (query: string): Promise<readonly string[]> =>
    (await request(`GET /organizations?${query}`)).body.data.map(({ id }: any) => id);
  assert.equal(
    [await names('q=sea.ex'), await names('q=ACM'), await names('q[email]=ops@'), await names('q[name]=quay')],
    [['quay'], ['acme'], ['acme'], ['quay']],
  );
});

hosted('a project tells the mode that holds, and whose it is', async ({ request, project, create }) => {
  const id = await project('lab');
  const patch = (attributes: object, relationships?: object) =>
    request(`PATCH /projects/${id}`, document('projects', attributes, relationships));
  const mode = async () => {
    const shown = await request(`GET /projects/${id}`);
    return [
      ...pick(shown, 'default-execution-mode', 'default-agent-pool-id'),
      shown.body.data.attributes['setting-overwrites']['default-execution-mode'],
    ];
  };
  assert.equal(await mode(), ['remote', '', false]);
  await request('PATCH /organizations/acme', document('organizations', { 'default-execution-mode': 'local' }));
  assert.equal(await mode(), ['local', '', false]);
  const pool = (await create('POST /organizations/acme/agent-pools', document('agent-pools', { name: 'dock' }))).id;
  assert.is((await patch({ 'default-agent-pool-id': pool })).status, 422);
  const own = { 'default-execution-mode': true, 'default-agent-pool': true };
  await patch({ 'default-execution-mode': 'agent', 'default-agent-pool-id': pool, 'setting-overwrites': own });
  assert.equal(await mode(), ['agent', pool, true]);
  await patch({ 'setting-overwrites': { 'default-execution-mode': false, 'default-agent-pool': false } });
  assert.equal(await mode(), ['local', '', false]);
});

hosted(
  'projects are found by name without regard to case, by tags and by what the caller may do',
  async ({ request, project, member, grant, as }) => {
    const [lab, dock] = [await project('Lab'), await project('dock')];
    await request(`PATCH /projects/${lab}/relationships/tag-bindings`, tags({ env: 'prod', team: 'a' }));
    const ids = async (query: string, token = 'owner-token'): Promise<readonly string[]> =>
      (await as(token)(`GET /organizations/acme/projects?${query}`)).body.data.map(({ id }: any) => id);
    assert.equal(await ids('filter[names]=LAB,nothing'), [lab]);
    assert.equal(await ids('filter[tagged][0][key]=env&filter[tagged][0][value]=prod'), [lab]);
    assert.equal(await ids('filter[tagged][0][key]=env&filter[tagged][0][value]=dev'), []);
    const { token, team } = await member('rita');
    await grant('team-projects', team, dock, { access: 'maintain' });
    await grant('team-projects', team, lab, { access: 'read' });
    assert.equal(await ids('filter[permissions][create-workspace]=true', token), [dock]);
    assert.equal(await ids('', token), [dock, lab]);
    const replaced = await request(`PATCH /projects/${lab}/relationships/tag-bindings`, tags({ team: 'b' }));
    assert.equal(
      replaced.body.data.map(({ attributes }: any) => attributes.key),
      ['team'],
    );
    const { data, included } = (await request(`GET /projects/${lab}?include=tag_bindings`)).body;
    assert.equal(
      [data.relationships['tag-bindings'].data.map(({ id }: any) => id), included.map(({ id, attributes }: any) => [id, attributes.value])],
      [[replaced.body.data[0].id], [[replaced.body.data[0].id, 'b']]],
    );
  },
);

hosted('workspaces are moved into a project', async ({ request, project, createWorkspaceId, member, as }) => {
  const [lab, web] = [await project('lab'), await createWorkspaceId('web')];
  const move = (id: string, token = 'owner-token') => as(token)(`POST /projects/${lab}/relationships/workspaces`, many('workspaces', id));
  assert.is((await move(web)).status, 204);
  assert.is((await request(`GET /workspaces/${web}`)).body.data.relationships.project.data.id, lab);
  assert.is((await request(`GET /projects/${lab}`)).body.data.attributes['workspace-count'], 1);
  assert.is((await move('ws-none')).status, 422);
  assert.is((await move(web, (await member('rita', ['read-projects'])).token)).status, 404);
});

hosted('one setting of a workspace takes the place of another', async ({ patch, createWorkspaceId, create }) => {
  const id = await createWorkspaceId('web', { 'trigger-patterns': ['infra/**'], 'auto-destroy-activity-duration': '7d' });
  const prefixes = await patch(id, { 'trigger-prefixes': [] });
  assert.equal(pick(prefixes, 'trigger-patterns', 'trigger-prefixes'), [[], []]);
  await patch(id, { 'trigger-patterns': ['a/*'] });
  assert.equal(pick(await patch(id, { 'trigger-prefixes': ['b'] }), 'trigger-patterns', 'trigger-prefixes'), [[], ['b']]);
  const timed = await patch(id, { 'auto-destroy-at': '2031-06-07T08:09:10Z' });
  assert.equal(pick(timed, 'auto-destroy-at', 'auto-destroy-activity-duration'), ['2031-06-07T08:09:10.000Z', null]);
  assert.equal(pick(await patch(id, { 'auto-destroy-at': null }), 'auto-destroy-at', 'auto-destroy-status'), [null, null]);
  const pool = (await create('POST /organizations/acme/agent-pools', document('agent-pools', { name: 'dock' }))).id;
  await patch(id, { 'execution-mode': 'agent', 'agent-pool-id': pool });
  const local = await patch(id, { 'execution-mode': 'local', 'agent-pool-id': '', 'setting-overwrites': { 'execution-mode': true } });
  assert.equal([local.status, ...pick(local, 'execution-mode', 'agent-pool-id')], [200, 'local', null]);
  const operations = await patch(id, { operations: true, 'setting-overwrites': { 'execution-mode': true } });
  assert.equal(pick(operations, 'execution-mode'), ['remote']);
  await patch(id, { 'assessments-enabled': true });
  assert.is((await patch(id, { 'execution-mode': 'local' })).status, 200);
  const kept = await patch(id, { 'project-remote-state': true, 'hyok-enabled': true });
  assert.equal(pick(kept, 'project-remote-state', 'hyok-enabled'), [true, true]);
  assert.is((await patch(id, { 'project-remote-state': 'yes' })).status, 422);
});

hosted('keys of key-value tags are found by search[tags], together with the pair', async ({ request, createWorkspaceId }) => {
  const id = await createWorkspaceId('web', {}, { 'tag-bindings': tags({ app: 'shop' }) });
  await createWorkspaceId('other', {}, { 'tag-bindings': tags({ app: 'mail' }) });
  const { body } = await request(
    'GET /organizations/acme/workspaces?filter[tagged][0][key]=app&filter[tagged][0][value]=shop&search[tags]=app' +
      '&include=effective_tag_bindings',
  );
  assert.equal(
    [body.data.map((one: any) => one.id), body.included.map(({ attributes }: any) => attributes)],
    [[id], [{ key: 'app', value: 'shop' }]],
  );
  assert.equal(
    body.data[0].relationships['effective-tag-bindings'].data,
    body.included.map(({ type, id: binding }: any) => ({ id: binding, type })),
  );
});

hosted.run();
