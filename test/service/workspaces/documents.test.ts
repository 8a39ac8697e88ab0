import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';

const workspace = suite<WorkspaceTestService>('workspace documents');
workspace.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
});
workspace.after.each(async ({ close }) => {
  await close();
});

const everyPermission = {
  'can-update': true,
  'can-destroy': true,
  'can-queue-run': true,
  'can-read-run': true,
  'can-read-variable': true,
  'can-update-variable': true,
  'can-read-state-versions': true,
  'can-read-state-outputs': true,
  'can-create-state-versions': true,
  'can-queue-apply': true,
  'can-lock': true,
  'can-unlock': true,
  'can-force-unlock': true,
  'can-read-settings': true,
  'can-manage-tags': true,
  'can-manage-run-tasks': true,
  'can-force-delete': true,
  'can-manage-assessments': true,
  'can-manage-ephemeral-workspaces': true,
  'can-read-assessment-results': true,
  'can-queue-destroy': true,
};

workspace('created with a name alone, it has every default', async ({ request: ask }) => {
  const made = await ask('POST /organizations/acme/workspaces', { data: { type: 'workspaces', attributes: { name: 'web' } } });
  assert.is(made.status, 201);
  assert.is(made.headers.get('content-type'), 'application/vnd.api+json');
  const {
    id,
    relationships: {
      project: {
        data: { id: project },
      },
    },
  } = made.body.data;
  assert.match(id, /^ws-[A-Za-z0-9]{16}$/);
  assert.equal(made.body, {
    data: {
      id,
      type: 'workspaces',
      attributes: {
        name: 'web',
        'agent-pool-id': null,
        'allow-destroy-plan': true,
        'assessments-enabled': false,
        'auto-apply': false,
        'auto-apply-run-trigger': false,
        'auto-destroy-at': null,
        'auto-destroy-activity-duration': null,
        description: null,
        'execution-mode': 'remote',
        'file-triggers-enabled': true,
        'global-remote-state': false,
        operations: true,
        'queue-all-runs': false,
        'source-name': null,
        'source-url': null,
        'speculative-enabled': true,
        'engine-version': '1.11.4',
        'trigger-patterns': [],
        'trigger-prefixes': [],
        'vcs-repo': null,
        'working-directory': null,
        'setting-overwrites': { 'execution-mode': true, 'agent-pool': true },
        actions: { 'is-destroyable': true },
        'auto-destroy-status': null,
        'inherits-project-auto-destroy': false,
        'created-at': '2026-05-01T12:00:00.000Z',
        'updated-at': '2026-05-01T12:00:00.000Z',
        environment: 'default',
        'latest-change-at': '2026-05-01T12:00:00.000Z',
        'last-assessment-result-at': null,
        locked: false,
        'locked-reason': null,
        'oauth-client-name': null,
        permissions: everyPermission,
        'apply-duration-average': 0,
        'plan-duration-average': 0,
        'policy-check-failures': 0,
        'resource-count': 0,
        'run-failures': 0,
        source: 'api',
        'structured-run-output-enabled': true,
        'tag-names': [],
        'vcs-repo-identifier': null,
        'workspace-kpis-runs-count': 0,
        unarchived_workspace_change_requests_count: 0,
      },
      relationships: {
        'agent-pool': { data: null },
        'current-configuration-version': { data: null },
        'current-run': { data: null },
        'latest-run': { data: null },
        'current-state-version': { data: null },
        'current-assessment-result': { data: null },
        organization: { data: { id: 'acme', type: 'organizations' } },
        outputs: { data: [] },
        project: { data: { id: project, type: 'projects' }, links: { related: `/api/v2/projects/${project}` } },
        readme: { data: null },
        'remote-state-consumers': { links: { related: `/api/v2/workspaces/${id}/relationships/remote-state-consumers` } },
        'ssh-key': { data: null },
        'locked-by': { data: null },
        'tag-bindings': { links: { related: `/api/v2/workspaces/${id}/tag-bindings` } },
        'effective-tag-bindings': { links: { related: `/api/v2/workspaces/${id}/effective-tag-bindings` } },
        vars: { data: [] },
      },
      links: { self: '/api/v2/organizations/acme/workspaces/web', 'self-html': '/app/acme/workspaces/web' },
    },
  });
  const organization = await ask('GET /organizations/acme');
  assert.is(project, organization.body.data.relationships['default-project'].data.id, 'it lives in the default project');
  assert.equal((await ask(`GET /workspaces/${id}`)).body, made.body);
  assert.equal((await ask('GET /organizations/acme/workspaces/web')).body, made.body);
});

const everything = {
  name: 'every-thing_1',
  'allow-destroy-plan': false,
  'assessments-enabled': true,
  'auto-apply': true,
  'auto-apply-run-trigger': true,
  'auto-destroy-at': '2026-06-01T00:00:00Z',
  'auto-destroy-activity-duration': '14d',
  description: 'all of it',
  'execution-mode': 'remote',
  'file-triggers-enabled': false,
  'global-remote-state': true,
  'queue-all-runs': true,
  'source-name': 'a script',
  'source-url': 'https://script.example/1',
  'speculative-enabled': false,
  'engine-version': '~> 1.5.0',
  'trigger-patterns': ['/modules/**/*.tf'],
  'trigger-prefixes': ['/modules'],
  'working-directory': 'infra',
  'setting-overwrites': { 'execution-mode': false, 'agent-pool': false },
};
const kept = { ...everything, 'auto-destroy-at': '2026-06-01T00:00:00.000Z' };

workspace('every writable attribute and relationship is taken on create and kept on update', async ({ request: ask, project, patch }) => {
  const payments = await project('payments');
  const made = await ask('POST /organizations/acme/workspaces', {
    data: {
      type: 'workspaces',
      attributes: everything,
      relationships: {
        project: { data: { type: 'projects', id: payments } },
        'tag-bindings': { data: [{ type: 'tag-bindings', attributes: { key: 'env', value: 'prod' } }] },
        tags: { data: [{ type: 'tags', attributes: { name: 'blue' } }] },
      },
    },
  });
  assert.is(made.status, 201);
  const { id } = made.body.data;
  const shown = (answer: any) => Object.fromEntries(Object.keys(kept).map((name) => [name, answer.body.data.attributes[name]]));
  assert.equal(shown(made), kept);
  assert.equal(made.body.data.attributes['tag-names'], ['blue']);
  assert.is(made.body.data.relationships.project.data.id, payments);
  assert.equal(
    (await ask(`GET /workspaces/${id}/tag-bindings`)).body.data.map((one: any) => one.attributes),
    [{ key: 'env', value: 'prod', 'created-at': '2026-05-01T12:00:00.000Z' }],
  );

  const updated = await patch(id, { 'auto-apply': false });
  assert.is(updated.status, 200);
  assert.equal(shown(updated), { ...kept, 'auto-apply': false }, 'what is not sent keeps its value');
  const cleared = await patch(id, {
    'allow-destroy-plan': null,
    'auto-apply': null,
    'auto-destroy-at': null,
    'auto-destroy-activity-duration': null,
    description: null,
    'source-name': null,
    'trigger-patterns': null,
    'engine-version': null,
    'global-remote-state': null,
    'assessments-enabled': null,
  });
  assert.equal(
    shown(cleared),
    {
      ...kept,
      'allow-destroy-plan': true,
      'auto-apply': false,
      'auto-destroy-at': null,
      'auto-destroy-activity-duration': null,
      description: null,
      'source-name': null,
      'trigger-patterns': [],
      'engine-version': '1.11.4',
      'global-remote-state': false,
      'assessments-enabled': false,
    },
    'null gives the default back',
  );
});

workspace(
  'an update by name or id answers the whole document; a rename moves its URL',
  async ({ request: ask, createWorkspaceId: id, clock, patch }) => {
    const web = await id('web');
    clock.advance(60_000);
    const renamed = await ask('PATCH /organizations/acme/workspaces/web', {
      data: { type: 'workspaces', attributes: { name: 'site', description: 'new' } },
    });
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
    errors: [{ status: '404', title: 'not found', detail: `${what} was not found, or this token may not see it or do this to it` }],
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
    assert.is((await ask(row, body)).status, 404, row);
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
  const made = await ask(`POST /workspaces/${web}/vars`, {
    data: { type: 'vars', attributes: { key: 'REGION', value: 'north', category: 'env' } },
  });
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
  const made = await ask('POST /organizations/acme/workspaces', {
    data: {
      type: 'workspaces',
      attributes: {
        name: 'api',
        'terraform-version': '1.8.5',
        'execution-mode': 'local',
        'setting-overwrites': { 'execution-mode': true, 'agent-pool': true },
      },
    },
  });
  assert.equal(
    [made.status, made.body.data.attributes['terraform-version'], made.body.data.attributes['setting-overwrites']],
    [201, '1.8.5', { 'execution-mode': true, 'agent-pool': true }],
  );
});

workspace.run();
