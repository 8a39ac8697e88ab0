import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { routes } from '../../src/workspaces/index.ts';
import { workspaceDocuments } from '../../src/workspaces/api-definition.ts';
import { matchRoutesToDocuments } from '../../src/pipeline/deprecations.ts';
import { createWorkspaceTestService, type WorkspaceTestService, summarizeErrors } from './support.ts';
import { document } from '../documents.ts';

const test = suite<WorkspaceTestService>('requests that use something deprecated');
test.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
});
test.after.each(async ({ close }) => {
  await close();
});

const header =
  '299 - "\\"operations\\" is deprecated: Use `execution_mode`: \\"remote\\" for true, \\"local\\" for false. (`execution_mode` ' +
  'is `execution-mode` here)"';
const sentence =
  '"operations" is deprecated: Use `execution_mode`: "remote" for true, "local" for false. (`execution_mode` is `execution-mode` here)';
const said = ({ headers }: { headers: Headers }) => [headers.get('deprecation'), headers.get('warning')];

test('a create and an update, by id and by name, tell it in the headers', async ({ createWorkspace: make, patch, request: ask }) => {
  const made = await make('old', { operations: false });
  assert.equal([made.status, ...said(made)], [201, 'true', header]);
  const changed = await patch(made.body.data.id, { operations: true });
  assert.equal([changed.status, ...said(changed)], [200, 'true', header]);
  const named = await ask('PATCH /organizations/acme/workspaces/old', document('workspaces', { operations: false }));
  assert.equal([named.status, ...said(named)], [200, 'true', header]);
});
test('a request without the field has neither header', async ({ createWorkspace: make, patch, request: ask }) => {
  const made = await make('new', { 'execution-mode': 'local' });
  assert.equal(said(made), [null, null]);
  assert.equal(said(await patch(made.body.data.id, { 'auto-apply': true })), [null, null]);
  assert.equal(said(await ask(`GET /workspaces/${made.body.data.id}`)), [null, null]);
  assert.equal(said(await ask('POST /organizations/acme/projects', document('projects', { name: 'ops', operations: true }))), [null, null]);
});
test('null counts as a use of the field', async ({ createWorkspaceId: id, patch }) => {
  assert.equal(said(await patch(await id('web'), { operations: null })), ['true', header]);
});
test('one that is refused for something else is reported, too', async ({ createWorkspace: make }) => {
  const answer = await make('not a name', { operations: true });
  assert.equal([...summarizeErrors(answer), ...said(answer)], [422, '/data/attributes/name', 'true', header]);
});
test('nobody without a token is told anything', async ({ as }) => {
  const answer = await as(null)('POST /organizations/acme/workspaces', document('workspaces', { name: 'a', operations: true }));
  assert.equal([answer.status, ...said(answer)], [401, null, null]);
});
test("in the hosted services' words the name is the same", async ({ request: ask }) => {
  const answer = await ask('POST /organizations/acme/workspaces', document('workspaces', { name: 'a', operations: true }), {
    headers: { 'user-agent': 'go-tfe' },
  });
  assert.equal([answer.status, ...said(answer)], [201, 'true', header]);
});
test('the journal lists the sentence, plain', async ({ createWorkspace: make, request: ask }) => {
  await make('old', { operations: false });
  await make('new');
  const { entries } = (await ask('GET //_local/requests')).body;
  assert.equal(
    entries.map(({ method, status, warnings }: any) => [method, status, warnings]),
    [
      ['POST', 201, [sentence]],
      ['POST', 201, undefined],
    ],
  );
});
test("every route that takes a resource's documents is asked", () => {
  assert.equal(
    [...matchRoutesToDocuments(routes, workspaceDocuments)]
      .map(([{ endpoint: row }, taken]) => `${row}: ${taken.map(({ block }) => block.name).join(', ')}`)
      .sort(),
    [
      'PATCH /agent-pools/{agent_pool_id}: agent_pool',
      'PATCH /no-code-modules/{id}: no_code_module',
      'PATCH /notification-configurations/{notification_configuration_id}: notification_configuration',
      'PATCH /oauth-clients/{oauth_client_id}: oauth_client',
      'PATCH /organizations/{organization_name}/workspaces/{name}: no_code_workspace, workspace',
      'PATCH /organizations/{organization_name}: organization_settings',
      'PATCH /projects/{project_id}: project',
      'PATCH /ssh-keys/{ssh_key_id}: ssh_key',
      'PATCH /team-projects/{id}: team_project_access',
      'PATCH /team-workspaces/{id}: team_workspace_access',
      'PATCH /teams/{team_id}: team',
      'PATCH /varsets/{varset_id}/relationships/vars/{var_id}: variable_set_variable',
      'PATCH /varsets/{varset_id}: variable_set',
      'PATCH /workspaces/{workspace_id}/relationships/data-retention-policy: data_retention_policy',
      'PATCH /workspaces/{workspace_id}/relationships/remote-state-consumers: remote_state_consumers',
      'PATCH /workspaces/{workspace_id}/relationships/ssh-key: workspace_ssh_key',
      'PATCH /workspaces/{workspace_id}/tag-bindings: workspace_tag_binding',
      'PATCH /workspaces/{workspace_id}/vars/{var_id}: workspace_variable',
      'PATCH /workspaces/{workspace_id}: no_code_workspace, workspace',
      'POST /agent-pools/{agent_pool_id}/authentication-tokens: agent_token',
      'POST /no-code-modules/{id}/workspaces: no_code_workspace',
      'POST /organizations/{organization_name}/agent-pools: agent_pool',
      'POST /organizations/{organization_name}/no-code-modules: no_code_module',
      'POST /organizations/{organization_name}/oauth-clients: oauth_client',
      'POST /organizations/{organization_name}/organization-memberships: organization_membership',
      'POST /organizations/{organization_name}/projects: project',
      'POST /organizations/{organization_name}/registry-modules: registry_module',
      'POST /organizations/{organization_name}/ssh-keys: ssh_key',
      'POST /organizations/{organization_name}/teams: team',
      'POST /organizations/{organization_name}/varsets: variable_set',
      'POST /organizations/{organization_name}/workspaces: workspace',
      'POST /team-projects: team_project_access',
      'POST /team-workspaces: team_workspace_access',
      'POST /teams/{team_id}/authentication-tokens: team_token',
      'POST /teams/{team_id}/relationships/organization-memberships: team_member',
      'POST /varsets/{varset_id}/relationships/projects: variable_set_project',
      'POST /varsets/{varset_id}/relationships/vars: variable_set_variable',
      'POST /varsets/{varset_id}/relationships/workspaces: variable_set_workspace',
      'POST /varsets/{varset_id}: variable_set',
      'POST /workspaces/{workspace_id}/actions/lock: workspace_lock',
      'POST /workspaces/{workspace_id}/notification-configurations: notification_configuration',
      'POST /workspaces/{workspace_id}/relationships/data-retention-policy: data_retention_policy',
      'POST /workspaces/{workspace_id}/relationships/remote-state-consumers: remote_state_consumer',
      'POST /workspaces/{workspace_id}/relationships/tag-bindings: workspace_tag_binding',
      'POST /workspaces/{workspace_id}/relationships/tags: workspace_tag',
      'POST /workspaces/{workspace_id}/run-triggers: run_trigger',
      'POST /workspaces/{workspace_id}/tag-bindings: workspace_tag_binding',
      'POST /workspaces/{workspace_id}/vars: workspace_variable',
      'PUT /organizations/{organization_name}: organization_settings',
      'PUT /varsets/{varset_id}: variable_set',
    ],
  );
});
test.run();
