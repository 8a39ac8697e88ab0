import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';
import { document } from '../documents.ts';

const workspace = suite<WorkspaceTestService>('workspace documents: variants');
workspace.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
});
workspace.after.each(async ({ close }) => {
  await close();
});

workspace(
  'an update by name or id answers the whole document; a rename moves its URL',
  async ({ request: ask, createWorkspaceId: id, clock, patch }) => {
    const web = await id('web');
    clock.advance(60_000);
    const renamed = await ask('PATCH /organizations/acme/workspaces/web', document('workspaces', { name: 'site', description: 'new' }));
    assert.is(renamed.status, 200);
    assert.is(renamed.body.data.id, web);
    assert.equal(renamed.body.data.links, { self: '/api/v2/organizations/acme/workspaces/site', 'self-html': '/app/acme/workspaces/site' });
    assert.is(renamed.body.data.attributes['updated-at'], '2026-05-01T12:01:00.000Z');
    assert.is(renamed.body.data.attributes['created-at'], '2026-05-01T12:00:00.000Z');
    assert.equal((await ask(`GET /workspaces/${web}`)).body, renamed.body);
    assert.is((await ask('GET /organizations/acme/workspaces/web')).status, 404);
    assert.is((await ask('GET /organizations/acme/workspaces/site')).status, 200);
    await id('web');
    const taken = await patch(web, { name: 'web' });
    assert.equal(taken.body, {
      errors: [
        { status: '422', title: 'invalid attribute', detail: '"web" has already been taken', source: { pointer: '/data/attributes/name' } },
      ],
    });
    assert.is((await patch(web, { name: 'site' })).status, 200, 'its own name is not taken');
  },
);

workspace('what is not there is 404, for every way to name it', async ({ request: ask }) => {
  const detail = (what: string) => ({
    errors: [{ status: '404', title: 'not found', detail: `${what} was not found, or this token has no access to it` }],
  });
  const body = { data: { type: 'workspaces', attributes: {} } };
  assert.equal((await ask('GET /workspaces/ws-none')).body, detail('the workspace ws-none'));
  assert.equal((await ask('GET /organizations/acme/workspaces/none')).body, detail('the workspace "none"'));
  assert.equal((await ask('GET /organizations/nobody/workspaces/none')).body, detail('the workspace "none"'));
  assert.equal((await ask('GET /organizations/nobody/workspaces')).body, detail('the organization "nobody"'));
  for (const row of [
    'PATCH /workspaces/ws-none',
    'PATCH /organizations/acme/workspaces/none',
    'POST /workspaces/ws-none/actions/safe-delete',
    'POST /organizations/acme/workspaces/none/actions/safe-delete',
    'DELETE /workspaces/ws-none',
    'DELETE /organizations/acme/workspaces/none',
    'POST /workspaces/ws-none/actions/lock',
    'POST /workspaces/ws-none/actions/unlock',
    'POST /workspaces/ws-none/actions/force-unlock',
    'PATCH /workspaces/ws-none/relationships/ssh-key',
    'POST /workspaces/ws-none/relationships/tags',
    'DELETE /workspaces/ws-none/relationships/tags',
    'PATCH /workspaces/ws-none/tag-bindings',
    'POST /workspaces/ws-none/relationships/remote-state-consumers',
    'PATCH /workspaces/ws-none/relationships/remote-state-consumers',
    'DELETE /workspaces/ws-none/relationships/remote-state-consumers',
    'POST /organizations/nobody/workspaces',
    'POST /workspaces/ws-none/relationships/data-retention-policy',
  ])
    assert.is((await ask(row, /\/actions\/|^DELETE (?!.*\/relationships\/)/.test(row) ? undefined : body)).status, 404, row);
  for (const path of [
    'relationships/tags',
    'tag-bindings',
    'relationships/tag-bindings',
    'effective-tag-bindings',
    'relationships/remote-state-consumers',
    'relationships/data-retention-policy',
    'varsets',
    'vars',
    'current-state-version',
  ])
    assert.is((await ask(`GET /workspaces/ws-none/${path}`)).status, 404, path);
});

workspace('include brings related documents, an unknown name is 400', async ({ request: ask, createWorkspaceId: id, project, store }) => {
  const payments = await project('payments');
  await ask(`PATCH /projects/${payments}/tag-bindings`, { data: [{ type: 'tag-bindings', attributes: { key: 'team', value: 'pay' } }] });
  const web = await id(
    'web',
    {},
    {
      project: { data: { type: 'projects', id: payments } },
      'tag-bindings': { data: [{ type: 'tag-bindings', attributes: { key: 'env', value: 'dev' } }] },
    },
  );
  const of = async (include: string) =>
    (await ask(`GET /workspaces/${web}?include=${include}`)).body.included.map((doc: any) => [
      doc.type,
      doc.attributes.name ?? doc.attributes.username ?? doc.attributes.key,
    ]);
  assert.equal(await of('organization'), [['organizations', 'acme']]);
  assert.equal(await of('project,organization'), [
    ['projects', 'payments'],
    ['organizations', 'acme'],
  ]);
  assert.equal(await of('effective_tag_bindings'), [
    ['effective-tag-bindings', 'env'],
    ['effective-tag-bindings', 'team'],
  ]);
  assert.equal(await of('tag-bindings'), [['tag-bindings', 'env']]);
  assert.equal(await of('locked_by,readme,outputs,current_run,current_state_version'), []);
  await ask(`POST /workspaces/${web}/actions/lock`);
  assert.equal(await of('locked_by'), [['users', 'olivia']]);
  assert.equal((await ask('GET /organizations/acme/workspaces?include=organization,project')).body.included.length, 2);
  assert.equal((await ask('GET /organizations/acme/workspaces/web?include=organization')).body.included.length, 1);
  for (const path of [`/workspaces/${web}`, '/organizations/acme/workspaces/web', '/organizations/acme/workspaces'])
    assert.equal(
      [(await ask(`GET ${path}?include=nothing`)).status, (await ask(`GET ${path}?include=nothing`)).body.errors[0].source],
      [400, { parameter: 'include' }],
      path,
    );
  assert.is(await store.read((view) => view.count({ kind: 'workspaces' })), 1);
});

workspace('variables of a workspace are named by its document', async ({ request: ask, createWorkspaceId: id }) => {
  const web = await id('web');
  const made = await ask(`POST /workspaces/${web}/vars`, document('vars', { key: 'REGION', value: 'north', category: 'env' }));
  const variable = made.body.data.id;
  assert.equal((await ask(`GET /workspaces/${web}`)).body.data.relationships.vars, { data: [{ id: variable, type: 'vars' }] });
  await ask(`DELETE /workspaces/${web}/vars/${variable}`);
  assert.equal((await ask(`GET /workspaces/${web}`)).body.data.relationships.vars, { data: [] });
});

workspace('a no-code workspace says where it came from', async ({ request: ask, createWorkspaceId: id, change }) => {
  const web = await id('web');
  await change(web, {
    noCode: { module: 'nocode-1', sourceModuleId: 'private/acme/net/aws/1.0.0', moduleVersion: '1.0.0', upgradeAvailable: true },
  });
  const { attributes, relationships } = (await ask(`GET /workspaces/${web}`)).body.data;
  assert.equal([attributes['source-module-id'], attributes['no-code-upgrade-available']], ['private/acme/net/aws/1.0.0', true]);
  assert.equal(relationships['no-code-module-version'], { data: { id: 'nocode-1', type: 'no-code-modules' } });
});

workspace('the self-hosted edition has no assessments and names the retention policy', async () => {
  const { createWorkspace: make, close } = await createWorkspaceTestService({ settings: { edition: 'self-hosted' } });
  const made = await make('web');
  assert.is('assessments-enabled' in made.body.data.attributes, false);
  assert.is('unarchived_workspace_change_requests_count' in made.body.data.attributes, false);
  assert.equal(made.body.data.relationships['data-retention-policy'], { data: null });
  await close();
});

workspace('asked in hosted words it answers in hosted words', async ({ request: ask, createWorkspaceId: id }) => {
  await id('web', { 'engine-version': '1.9.8' });
  const hosted = await ask('GET /organizations/acme/workspaces/web', undefined, { headers: { 'user-agent': 'go-tfe' } });
  const { attributes } = hosted.body.data;
  assert.equal([attributes['terraform-version'], 'engine-version' in attributes, attributes.source], ['1.9.8', false, 'tfe-api']);
  assert.equal(attributes['setting-overwrites'], { 'execution-mode': false, 'agent-pool': false }, 'there true means its own');
  const made = await ask(
    'POST /organizations/acme/workspaces',
    document('workspaces', {
      name: 'api',
      'terraform-version': '1.8.5',
      'execution-mode': 'local',
      'setting-overwrites': { 'execution-mode': true, 'agent-pool': true },
    }),
  );
  assert.equal(
    [made.status, made.body.data.attributes['terraform-version'], made.body.data.attributes['setting-overwrites']],
    [201, '1.8.5', { 'execution-mode': true, 'agent-pool': true }],
  );
});

workspace.run();
