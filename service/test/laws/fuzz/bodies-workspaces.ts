import { policyBodies } from './bodies-policies.ts';
import { document } from '../../documents.ts';

const one = (type: string, behind: string) => ({ data: { type, id: `<${behind}>` } });
const many = (type: string, behind: string) => ({ data: [{ type, id: `<${behind}>` }] });
const variable = document('vars', { key: 'region', value: 'eu', category: 'env', sensitive: false, hcl: false, description: 'where' });
const workspace = document(
  'workspaces',
  {
    name: 'web',
    'execution-mode': 'remote',
    'auto-apply': true,
    'engine-version': '~> 1.10',
    'trigger-patterns': ['**/*'],
    'working-directory': 'x',
  },
  { project: one('projects', 'projects'), 'tag-bindings': { data: [{ type: 'tag-bindings', attributes: { key: 'k', value: 'v' } }] } },
);
const set = document(
  'varsets',
  { name: 'shared', description: 'some', global: false, priority: true },
  {
    vars: { data: [{ type: 'vars', attributes: { key: 'a', value: 'b', category: 'env' } }] },
    workspaces: many('workspaces', 'workspaces'),
    projects: many('projects', 'projects'),
    stacks: many('stacks', 'stacks'),
  },
);
const access = document(
  'team-workspaces',
  { access: 'custom', runs: 'apply', variables: 'write', 'state-versions': 'read', 'workspace-locking': true },
  { workspace: one('workspaces', 'workspaces'), team: one('teams', 'teams') },
);
const projectAccess = document(
  'team-projects',
  { access: 'custom', 'project-access': { settings: 'read' }, 'workspace-access': { runs: 'apply' } },
  { project: one('projects', 'projects'), team: one('teams', 'teams') },
);
const binding = { data: [{ type: 'tag-bindings', attributes: { key: 'k', value: 'v' } }] };
const retention = document('data-retention-policy-delete-olders', { 'delete-older-than-n-days': 30 });
const noCode = document(
  'no-code-modules',
  { enabled: true, 'version-pin': '1.0.0' },
  {
    'registry-module': one('registry-modules', 'registry-modules'),
    'variable-options': {
      data: [{ type: 'variable-options', attributes: { 'variable-name': 'region', 'variable-type': 'string', options: ['eu'] } }],
    },
  },
);

/** A body that could be taken, by row of the workspace service; `<workspaces>` stands for an id that the service told. */
export const workspaceBodies: { readonly [row: string]: unknown } = {
  ...policyBodies,
  'POST /organizations': document('organizations', { name: 'initech', email: 'a@b.example' }),
  'PATCH /organizations/{organization_name}': document('organizations', { email: 'a@b.example', 'default-execution-mode': 'local' }),
  'POST /organizations/{organization_name}/projects': document('projects', { name: 'shop', description: 'some' }),
  'PATCH /projects/{project_id}': document('projects', { description: 'other' }),
  'PATCH /projects/{project_id}/tag-bindings': binding,
  'POST /organizations/{organization_name}/teams': document('teams', { name: 'ops', 'organization-access': { 'manage-workspaces': true } }),
  'PATCH /teams/{team_id}': document('teams', { name: 'operators' }),
  'POST /teams/{team_id}/relationships/users': many('users', 'users'),
  'POST /team-workspaces': access,
  'PATCH /team-workspaces/{id}': access,
  'POST /team-projects': projectAccess,
  'PATCH /team-projects/{id}': projectAccess,
  'POST /organizations/{organization_name}/authentication-token': document('authentication-token', {
    'expired-at': '2027-01-01T00:00:00.000Z',
  }),
  'POST /organizations/{organization_name}/ssh-keys': document('ssh-keys', { name: 'k', value: 'secret' }),
  'PATCH /ssh-keys/{ssh_key_id}': document('ssh-keys', { name: 'other' }),
  'POST /organizations/{organization_name}/agent-pools': document('agent-pools', { name: 'p' }),
  'PATCH /agent-pools/{agent_pool_id}': document('agent-pools', { name: 'q' }),
  'POST /organizations/{organization_name}/oauth-clients': document('oauth-clients', {
    'service-provider': 'github',
    'http-url': 'https://github.example',
    'api-url': 'https://api.github.example',
    'oauth-token-string': 's',
  }),
  'POST /organizations/{organization_name}/varsets': set,
  'PUT /varsets/{varset_id}': set,
  'PATCH /varsets/{varset_id}': set,
  'POST /varsets/{varset_id}': set,
  'POST /varsets/{varset_id}/relationships/vars': variable,
  'PATCH /varsets/{varset_id}/relationships/vars/{var_id}': variable,
  'POST /varsets/{varset_id}/relationships/workspaces': many('workspaces', 'workspaces'),
  'POST /varsets/{varset_id}/relationships/projects': many('projects', 'projects'),
  'DELETE /varsets/{varset_id}/relationships/workspaces': many('workspaces', 'workspaces'),
  'DELETE /varsets/{varset_id}/relationships/projects': many('projects', 'projects'),
  'POST /organizations/{organization_name}/workspaces': workspace,
  'PATCH /workspaces/{workspace_id}': workspace,
  'PATCH /organizations/{organization_name}/workspaces/{name}': workspace,
  'POST /workspaces/{workspace_id}/actions/lock': { reason: 'work' },
  'PATCH /workspaces/{workspace_id}/relationships/ssh-key': document('workspaces', { id: '<ssh-keys>' }),
  'POST /workspaces/{workspace_id}/relationships/remote-state-consumers': many('workspaces', 'workspaces'),
  'PATCH /workspaces/{workspace_id}/relationships/remote-state-consumers': many('workspaces', 'workspaces'),
  'DELETE /workspaces/{workspace_id}/relationships/remote-state-consumers': many('workspaces', 'workspaces'),
  'POST /workspaces/{workspace_id}/relationships/tags': { data: [{ type: 'tags', attributes: { name: 'a' } }] },
  'DELETE /workspaces/{workspace_id}/relationships/tags': { data: [{ type: 'tags', attributes: { name: 'a' } }] },
  'DELETE /organizations/{organization_name}/tags': many('tags', 'tags'),
  'POST /tags/{tag_id}/relationships/workspaces': many('workspaces', 'workspaces'),
  'PATCH /workspaces/{workspace_id}/tag-bindings': binding,
  'POST /workspaces/{workspace_id}/tag-bindings': binding,
  'PATCH /workspaces/{workspace_id}/relationships/tag-bindings': binding,
  'POST /workspaces/{workspace_id}/relationships/data-retention-policy': retention,
  'PATCH /workspaces/{workspace_id}/relationships/data-retention-policy': retention,
  'POST /workspaces/{workspace_id}/state-versions': document('state-versions', {
    serial: 1,
    md5: 'd41d8cd98f00b204e9800998ecf8427e',
    lineage: 'l',
    state: 'e30=',
  }),
  'POST /workspaces/{workspace_id}/vars': variable,
  'PATCH /workspaces/{workspace_id}/vars/{var_id}': variable,
  'POST /workspaces/{workspace_id}/configuration-versions': document('configuration-versions', {
    'auto-queue-runs': false,
    speculative: true,
    provisional: false,
  }),
  'POST /runs': document(
    'runs',
    {
      message: 'm',
      'is-destroy': false,
      'auto-apply': true,
      'target-addrs': ['a.b'],
      variables: [{ key: 'n', value: '1' }],
      'save-plan': false,
    },
    { workspace: one('workspaces', 'workspaces') },
  ),
  'POST /runs/{run_id}/comments': document('comments', { body: 'hm' }),
  'POST /plan-exports': document('plan-exports', { 'data-type': 'sentinel-mock-bundle-v0' }, { plan: one('plans', 'plan_id') }),
  'POST /runs/{run_id}/actions/apply': { comment: 'yes' },
  'POST /stacks': document(
    'stacks',
    { name: 'net', description: 'some', migration: false, 'speculative-enabled': true, 'trigger-patterns': ['/envs/**'] },
    { project: one('projects', 'projects') },
  ),
  'PATCH /stacks/{stack_id}': document('stacks', {
    name: 'nets',
    description: 'other',
    'execution-mode': 'remote',
    'debugging-mode': true,
    'working-directory': 'envs',
    'vcs-repo': null,
  }),
  'POST /stacks/{stack_id}/stack-configurations': document('stack-configurations', { speculative: true }),
  'POST /varsets/{varset_id}/relationships/stacks': many('stacks', 'stacks'),
  'DELETE /varsets/{varset_id}/relationships/stacks': many('stacks', 'stacks'),
  'POST /queries': document(
    'queries',
    { source: 'tfe-api', 'generate-config-out': false, variables: [{ key: 'n', value: '1' }] },
    { workspace: one('workspaces', 'workspaces') },
  ),
  'POST /organizations/{organization_name}/tests/registry-modules/{registry_name}/{namespace}/{name}/{provider}/test-runs': document(
    'test-runs',
    { filters: ['tests/a.tftest.hcl'], 'test-directory': 'tests', verbose: true, parallelism: 3, variables: [{ key: 'n', value: '1' }] },
    { 'configuration-version': one('configuration-versions', 'configuration_version_id') },
  ),
  'POST /organizations/{organization_name}/registry-modules': document('registry-modules', {
    name: 'bucket',
    provider: 'storage',
    'registry-name': 'private',
  }),
  'POST /organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}/{provider}/versions': document(
    'registry-module-versions',
    { version: '1.2.0', 'commit-sha': 'a' },
  ),
  'PATCH /organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}/{provider}': document('registry-modules', {
    'test-config': { 'tests-enabled': true },
  }),
  'POST /organizations/{organization_name}/tests/registry-modules/{registry_name}/{namespace}/{name}/{provider}/vars': variable,
  'POST /organizations/{organization_name}/registry-providers': document('registry-providers', {
    name: 'crane',
    namespace: 'acme',
    'registry-name': 'private',
  }),
  'POST /organizations/{organization_name}/no-code-modules': noCode,
  'PATCH /no-code-modules/{id}': noCode,
  'POST /no-code-modules/{id}/workspaces': document(
    'workspaces',
    { name: 'made', auto_apply: true },
    { vars: { data: [{ type: 'vars', attributes: { key: 'region', value: 'eu', category: 'infra' } }] } },
  ),
  'POST /no-code-modules/{no_code_module_id}/workspaces/{id}/upgrade': document('workspaces', { message: 'm' }),
};
