import type { TestService } from '../../support.ts';
import type { SlotValues } from './request-slots.ts';
import { plantModules } from './plant-modules.ts';
import { plantRunNeighbours } from './plant-run-neighbours.ts';
import { plantPolicies } from './plant-policies.ts';
import { plantRuns } from './plant-runs.ts';
import { requireSuccess } from '../lists/list-fixture.ts';
import { document, one } from '../../documents.ts';

const writeState = (output: string): string =>
  Buffer.from(`{"version":4,"serial":1,"lineage":"l","outputs":{"${output}":{"value":"x","type":"string"}},"resources":[]}`).toString(
    'base64',
  );

/** A stack in the project, in an organization that enables them. */
const plantStack = async (
  ask: (row: string, body?: unknown) => Promise<any>,
  organization: string,
  label: string,
  project: string,
): Promise<SlotValues> => {
  await ask(`PATCH /organizations/${organization}`, document('organizations', { 'stacks-enabled': true }));
  const stack = document('stacks', { name: `${label}-stack` }, { project: one('projects', project) });
  return { stack_id: (await ask('POST /stacks', stack)).data.id };
};

/** What an organization has besides workspaces and people; a stack in the project. */
const plantSettings = async (
  ask: (row: string, body?: unknown) => Promise<any>,
  organization: string,
  label: string,
  project: string,
): Promise<SlotValues> => {
  const below = `/organizations/${organization}`;
  const list = (await ask(`POST ${below}/cidr-range-lists`, document('cidr-range-lists', { name: `${label}-office` }))).data.id;
  const range = document('cidr-ranges', { range: '10.0.0.0/8', enabled: false });
  const set = document('provider-sets', { name: `${label}-aws`, 'provider-source': 'hashicorp/aws' });
  return {
    ...(await plantStack(ask, organization, label, project)),
    subscription_id: (await ask(`GET ${below}`)).data.relationships.subscription.data.id,
    provider_set_id: (await ask(`POST ${below}/provider-sets`, set)).data.id,
    provider_set_name: `${label}-aws`,
    cidr_range_list_id: list,
    cidr_range_id: (await ask(`POST /cidr-range-lists/${list}/relationships/cidr-ranges`, range)).data.id,
  };
};

/** No token of a person lets an agent join. */
const plantAgent = async (bench: Pick<TestService, 'store'>, organization: string, pool: string, run: string, label: string) => {
  const [id, name] = [`agent-of-${label}`, `${label}-agent`];
  await bench.store.write((tx) =>
    tx.insert({
      id,
      kind: 'agents',
      scope: pool,
      key: id,
      name,
      body: { organization, name, status: 'idle', createdAt: '2026-05-01T12:00:00.000Z' },
    }),
  );
  return { agent_id: id, job_id: run.replace('run-', 'plan-'), file_name: `file-of-${organization}` };
};

/** One of everything that the workspace service can have, in the organization, through the API; the ids. */
export const plantWorkspaces = async (
  bench: Pick<TestService, 'request' | 'store'>,
  organization: string,
  token: string,
  hasAssessments = true,
  /** Begins the names: the organization's, unless it gets several of everything. */
  label = organization,
): Promise<SlotValues> => {
  const ask = (row: string, body?: unknown): Promise<any> => requireSuccess(bench.request(row, body, { token }));
  const create = async (noun: string, type: string, attributes: object, relationships?: object): Promise<any> =>
    (await ask(`POST /organizations/${organization}/${noun}`, document(type, attributes, relationships))).data;
  const project = await create('projects', 'projects', { name: `${label}-shop` });
  const workspace = await create('workspaces', 'workspaces', { name: `${label}-one` });
  const variable = document('vars', { key: 'region', value: 'eu', category: 'env' });
  const workspaceVariable = await ask(`POST /workspaces/${workspace.id}/vars`, variable);
  const varset = await create('varsets', 'varsets', { name: `${label}-set` });
  const setVariable = await ask(`POST /varsets/${varset.id}/relationships/vars`, variable);
  const team = await create('teams', 'teams', { name: `${label}-ops` });
  const grant = (target: 'workspace' | 'project', id: string) =>
    ask(
      `POST /team-${target}s`,
      document(`team-${target}s`, { access: 'read' }, { team: one('teams', team.id), [target]: one(`${target}s`, id) }),
    );
  const workspaceAccess = await grant('workspace', workspace.id);
  const projectAccess = await grant('project', project.id);
  const user = (await ask('GET /account/details')).data.id;
  const userToken = await ask(`POST /users/${user}/authentication-tokens`, document('authentication-token', {}));
  const client = await create('oauth-clients', 'oauth-clients', {
    name: `${label}-host`,
    'service-provider': 'github',
    'http-url': 'https://git.example',
    'api-url': 'https://git.example/api',
    'oauth-token-string': 's',
  });
  await ask(`POST /workspaces/${workspace.id}/actions/lock`);
  const state = await ask(
    `POST /workspaces/${workspace.id}/state-versions`,
    document('state-versions', { serial: 1, state: writeState(`${label}-code`) }),
  );
  await ask(`POST /workspaces/${workspace.id}/actions/unlock`);
  const run = await ask('POST /runs', document('runs', {}, { workspace: one('workspaces', workspace.id) }));
  await ask(`POST /workspaces/${workspace.id}/relationships/tags`, {
    data: [{ type: 'tags', attributes: { name: `${label}-tag` } }],
  });
  const tag = (await ask(`GET /workspaces/${workspace.id}/relationships/tags`)).data[0];
  const pool = await create('agent-pools', 'agent-pools', { name: `${label}-pool` });
  const agent = await plantAgent(bench, organization, pool.id, run.data.id, label);
  return {
    ...(await plantSettings(ask, organization, label, project.id)),
    ...(await plantModules(bench, organization, token, label)),
    ...(await plantPolicies(bench, organization, token, workspace.id, label)),
    ...(await plantRuns(bench, workspace.id, token)),
    ...(await plantRunNeighbours(ask, organization, workspace.id, hasAssessments, label)),
    organization_name: organization,
    project_id: project.id,
    workspace_id: workspace.id,
    'name of workspaces': `${label}-one`,
    varset_id: varset.id,
    var_id: setVariable.data.id,
    'var_id of workspaces': workspaceVariable.data.id,
    team_id: team.id,
    'id of team-workspaces': workspaceAccess.data.id,
    'id of team-projects': projectAccess.data.id,
    user_id: user,
    token_id: userToken.data.id,
    ssh_key_id: (await create('ssh-keys', 'ssh-keys', { name: `${label}-key`, value: 's' })).id,
    agent_pool_id: pool.id,
    ...agent,
    // This service has no installation of an app and no organization of the cloud of the vendor.
    github_app_installation_id: `ghain-of-${organization}`,
    hcp_organization_id: `hcp-of-${organization}`,
    reserved_tag_key_id: (await create('reserved-tag-keys', 'reserved-tag-keys', { key: `${label}-cost` })).id,
    oauth_client_id: client.id,
    oauth_token_id: client.relationships['oauth-tokens'].data[0].id,
    state_version_id: state.data.id,
    state_version_output_id: state.data.relationships.outputs.data[0].id,
    run_id: run.data.id,
    tag_id: tag.id,
    organization_membership_id: (await create('organization-memberships', 'organization-memberships', { email: `new@${label}.example` }))
      .id,
  };
};
