import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';
import { document } from '../documents.ts';

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

// oxlint-disable-next-line max-lines-per-function -- one document, member by member
workspace('created with a name alone, it has every default', async ({ request: ask }) => {
  const made = await ask('POST /organizations/acme/workspaces', document('workspaces', { name: 'web' }));
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
        'inherits-project-auto-destroy': true,
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
        'project-remote-state': false,
        'source-module-id': null,
        'no-code-upgrade-available': null,
        'effective-state-version-retention-desc': null,
        'effective-run-data-retention-desc': null,
        'hyok-enabled': false,
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
        'tag-bindings': { data: [], links: { related: `/api/v2/workspaces/${id}/tag-bindings` } },
        'effective-tag-bindings': { data: [], links: { related: `/api/v2/workspaces/${id}/effective-tag-bindings` } },
        vars: { data: [] },
        'data-retention-policy': { data: null },
        'no-code-module-version': { data: null },
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
  'trigger-prefixes': [],
  'working-directory': 'infra',
  'setting-overwrites': { 'execution-mode': false, 'agent-pool': false },
};
const kept = { ...everything, 'auto-destroy-at': '2026-06-01T00:00:00.000Z' };

workspace('every writable attribute and relationship is taken on create and kept on update', async ({ request: ask, project, patch }) => {
  const payments = await project('payments');
  const made = await ask(
    'POST /organizations/acme/workspaces',
    document('workspaces', everything, {
      project: { data: { type: 'projects', id: payments } },
      'tag-bindings': { data: [{ type: 'tag-bindings', attributes: { key: 'env', value: 'prod' } }] },
      tags: { data: [{ type: 'tags', attributes: { name: 'blue' } }] },
    }),
  );
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

workspace.run();
