import type { World } from './accepted/accepted-request.ts';
import { document, many, one } from '../../documents.ts';

type Numbers = readonly number[];
const stateOf = (serial: number): string =>
  Buffer.from(`{"version":4,"serial":${serial},"lineage":"l","outputs":{},"resources":[]}`).toString('base64');
const repository = { provider: 'codehost_app', repo: { external_id: '1' } };

/** More of what belongs to the workspace of the world. */
const plantInWorkspace = async ({ ask, values }: World, numbers: Numbers): Promise<void> => {
  const workspace = `/workspaces/${values['workspace_id']}`;
  const tags = numbers.map((at) => ({ type: 'tags', attributes: { name: `more-${at}` } }));
  await ask(`POST ${workspace}/relationships/tags`, { data: tags });
  for (const at of numbers) {
    await ask(`POST ${workspace}/vars`, document('vars', { key: `MORE_${at}`, value: 'v', category: 'env' }));
    const horn = { name: `more-${at}`, 'destination-type': 'generic', url: 'http://127.0.0.1:9/in', enabled: false };
    await ask(`POST ${workspace}/notification-configurations`, document('notification-configurations', horn));
    const task = await ask('POST /organizations/acme/tasks', document('tasks', { name: `more-${at}`, url: 'http://127.0.0.1:9/in' }));
    const enforcement = document('workspace-tasks', { 'enforcement-level': 'advisory' }, { task: one('tasks', task.data.id) });
    await ask(`POST ${workspace}/tasks`, enforcement);
    await ask(`POST ${workspace}/actions/lock`);
    await ask(`POST ${workspace}/state-versions`, document('state-versions', { serial: at + 1, state: stateOf(at + 1) }));
    await ask(`POST ${workspace}/actions/unlock`);
    await ask('POST /runs', document('runs', {}, { workspace: one('workspaces', values['workspace_id']!) }));
    await ask(`POST /runs/${values['run_id']}/comments`, document('comments', { body: `more ${at}` }));
  }
};

/** More of what belongs to the organization, its project, its team and its variable set. */
const plantInOrganization = async ({ ask, values }: World, numbers: Numbers): Promise<void> => {
  for (const at of numbers) {
    const home = { project: one('projects', values['project_id']!) };
    const workspace = await ask('POST /organizations/acme/workspaces', document('workspaces', { name: `more-${at}` }, home));
    const { id } = workspace.data;
    await ask(`POST /varsets/${values['varset_id']}/relationships/workspaces`, many('workspaces', id));
    const variable = document('vars', { key: `MORE_${at}`, value: 'v', category: 'env' });
    await ask(`POST /varsets/${values['varset_id']}/relationships/vars`, variable);
    const source = document('run-triggers', {}, { sourceable: one('workspaces', id) });
    await ask(`POST /workspaces/${values['workspace_id']}/run-triggers`, source);
    const ofTeam = { team: one('teams', values['team_id']!), workspace: one('workspaces', id) };
    await ask('POST /team-workspaces', document('team-workspaces', { access: 'read' }, ofTeam));
    const team = await ask('POST /organizations/acme/teams', document('teams', { name: `more-${at}` }));
    const ofWorkspace = { team: one('teams', team.data.id), workspace: one('workspaces', values['workspace_id']!) };
    await ask('POST /team-workspaces', document('team-workspaces', { access: 'read' }, ofWorkspace));
    const email = { email: `more-${at}@acme.example` };
    await ask('POST /organizations/acme/organization-memberships', document('organization-memberships', email));
    const policy = await ask('POST /organizations/acme/policies', document('policies', { name: `more-${at}` }));
    await ask(`POST /policy-sets/${values['policy_set_id']}/relationships/policies`, many('policies', policy.data.id));
    await ask(`POST /policy-sets/${values['policy_set_id']}/parameters`, document('vars', { key: `more_${at}`, value: '1' }));
    const range = document('cidr-ranges', { range: `10.${at}.0.0/16`, enabled: false });
    await ask(`POST /cidr-range-lists/${values['cidr_range_list_id']}/relationships/cidr-ranges`, range);
  }
};

/** More of what belongs to the context, the project and the organization of the CI service. */
const plantInCi = async ({ askCi, values }: World, numbers: Numbers): Promise<void> => {
  const slug = `gh/acme/${values['ci project']}`;
  const context = `/context/${values['context_id']}`;
  const definition = `/projects/${values['ci project_id']}/pipeline-definitions/${values['pipeline_definition_id']}`;
  for (const at of numbers) {
    await askCi(`PUT ${context}/environment-variable/MORE_${at}`, { value: 'v' });
    const restriction = { restriction_type: 'expression', restriction_value: `pipeline.git.branch == "b${at}"` };
    await askCi(`POST ${context}/restrictions`, restriction);
    await askCi('POST /context', { name: `more-${at}`, owner: { id: values['org_id'] } });
    await askCi(`POST /project/${slug}/envvar`, { name: `MORE_${at}`, value: 'v' });
    await askCi(`POST /project/${slug}/checkout-key`, { type: 'deploy-key' });
    await askCi(`POST ${definition}/triggers`, {
      event_name: `more-${at}`,
      event_source: { provider: 'webhook', webhook: { sender: 's' } },
      checkout_ref: 'main',
      config_ref: 'main',
    });
    const source = { ...repository, file_path: `${at}.yml` };
    await askCi(`POST /projects/${values['ci project_id']}/pipeline-definitions`, {
      name: `more-${at}`,
      config_source: source,
      checkout_source: repository,
    });
    await askCi(`POST /project/${slug}/pipeline`);
    await askCi('POST //api/v3/runner/token', { resource_class: 'acme/linux', nickname: `more-${at}` });
  }
};

/** So many more of everything that something of the world can have several of. */
export const plantMore =
  (count: number) =>
  async (world: World): Promise<void> => {
    const numbers = Array.from({ length: count }, (_, at) => at + 1);
    await plantInWorkspace(world, numbers);
    await plantInOrganization(world, numbers);
    await plantInCi(world, numbers);
  };
