import type { PipelineTest } from '../../ci/pipelines/support.ts';
import type { SlotValues } from '../foreign-ids/request-slots.ts';
import { plantWorkspaces } from '../foreign-ids/plant-workspaces.ts';
import { requireSuccess } from '../lists/list-fixture.ts';
import { document, many, one } from '../../documents.ts';

/** One of everything, twice: the names begin with `zqshown-` and `zqhidden-`. */
export interface Twins {
  readonly shown: SlotValues;
  readonly hidden: SlotValues;
}
type Ask = (row: string, body?: unknown) => Promise<any>;
export const labels = { shown: 'zqshown', hidden: 'zqhidden' } as const;

/** The workspaces of one twin by the ends of their names, all moved into its project. */
const gatherWorkspaces = async (ask: Ask, label: string, { project_id: project }: SlotValues): Promise<SlotValues> => {
  const { data } = await ask(`GET /organizations/acme/workspaces?search[name]=${label}&page[size]=100`);
  await ask(`POST /projects/${project}/relationships/workspaces`, many('workspaces', ...data.map(({ id }: any) => id)));
  return Object.fromEntries(data.map(({ id, attributes }: any) => [`${attributes.name.replace(`${label}-`, '')} workspace`, id]));
};

const both = ({ shown, hidden }: Twins, slot: string): readonly string[] => [shown[slot]!, hidden[slot]!];

/** What belongs to the organization and names workspaces and projects. */
const linkSettings = async (ask: Ask, twins: Twins, own: SlotValues): Promise<void> => {
  const [workspaces, projects] = [many('workspaces', ...both(twins, 'workspace_id')), many('projects', ...both(twins, 'project_id'))];
  const others = many('workspaces', ...both(twins, 'source workspace'));
  const pool = { 'allowed-workspaces': workspaces, 'allowed-projects': projects, 'excluded-workspaces': others };
  await ask(`PATCH /agent-pools/${own['agent_pool_id']}`, document('agent-pools', { 'organization-scoped': false }, pool));
  const client = { projects, 'agent-pool': one('agent-pools', own['agent_pool_id']!) };
  await ask(`PATCH /oauth-clients/${own['oauth_client_id']}`, document('oauth-clients', { 'organization-scoped': false }, client));
  for (const noun of ['provider-sets', 'policy-sets', 'varsets']) {
    const id = own[{ 'provider-sets': 'provider_set_id', 'policy-sets': 'policy_set_id', varsets: 'varset_id' }[noun]!]!;
    await ask(`POST /${noun}/${id}/relationships/workspaces`, workspaces);
    await ask(`POST /${noun}/${id}/relationships/projects`, projects);
  }
  await ask(`POST /varsets/${own['varset_id']}/relationships/stacks`, many('stacks', ...both(twins, 'stack_id')));
  const policySet = `/policy-sets/${own['policy_set_id']}/relationships`;
  await ask(`POST ${policySet}/workspace-exclusions`, others);
  await ask(`POST ${policySet}/project-exclusions`, projects);
  await ask(`POST ${policySet}/policies`, many('policies', ...both(twins, 'policy_id')));
};

/** The pool and the repository of a stack. */
const linkStack = async (ask: Ask, own: SlotValues, other: SlotValues): Promise<void> => {
  const repository = { identifier: 'zq/quay', 'oauth-token-id': other['oauth_token_id'] };
  const pool = { 'agent-pool': one('agent-pools', other['agent_pool_id']!) };
  await ask(`PATCH /stacks/${own['stack_id']}`, document('stacks', { 'vcs-repo': repository }, pool));
};

/** What a workspace and its project have, that leads to the other one, to a secret team or to somebody else. */
const linkWorkspace = async (ask: Ask, twins: Twins, own: SlotValues, other: SlotValues): Promise<void> => {
  const path = `/workspaces/${own['workspace_id']}`;
  const sourceable = { sourceable: one('workspaces', other['workspace_id']!) };
  await ask(`POST ${path}/run-triggers`, document('run-triggers', {}, sourceable));
  await ask(`PATCH ${path}`, document('workspaces', { 'global-remote-state': false }));
  await ask(`POST ${path}/relationships/remote-state-consumers`, many('workspaces', other['workspace_id']!, other['source workspace']!));
  await ask(`PATCH ${path}/relationships/ssh-key`, document('workspaces', { id: own['ssh_key_id'] }));
  await ask(`POST ${path}/relationships/tags`, many('tags', other['tag_id']!));
  const enforcement = document('workspace-tasks', { 'enforcement-level': 'advisory' }, { task: one('tasks', other['run_task_id']!) });
  await ask(`POST ${path}/tasks`, enforcement);
  const grant = (target: 'workspace' | 'project') => {
    const given = { team: one('teams', other['team_id']!), [target]: one(`${target}s`, own[`${target}_id`]!) };
    return ask(`POST /team-${target}s`, document(`team-${target}s`, { access: 'read' }, given));
  };
  await grant('workspace');
  await grant('project');
  const agents = { 'execution-mode': 'agent', 'agent-pool-id': own['agent_pool_id'] };
  await ask(`PATCH ${path}`, document('workspaces', agents));
  const label = twins.hidden === own ? labels.hidden : labels.shown;
  const repository = { identifier: `${label}/quay`, branch: `${label}-branch`, 'oauth-token-id': other['oauth_token_id'] };
  await ask(`PATCH ${path}`, document('workspaces', { 'vcs-repo': repository }));
  const pair = { type: 'tag-bindings', attributes: { key: `${label}-pair`, value: `${label}-value` } };
  await ask(`PATCH ${path}/tag-bindings`, { data: [pair] });
  const variable = document('vars', { key: `${label}_variable`, value: 'v', category: 'env' });
  await ask(`POST ${path}/vars`, variable);
  await ask(`POST /varsets/${own['varset_id']}/relationships/vars`, variable);
  const set = document('varsets', { name: `${label}-owned` }, { parent: one('projects', own['project_id']!) });
  await ask('POST /organizations/acme/varsets', set);
};

/** What only happens in time: a run that one of the other workspace started, and what a secret team did with its token. */
const linkHistory = async ({ store }: PipelineTest, own: SlotValues, other: SlotValues, otherName: string): Promise<void> => {
  const change = (kind: string, id: string, members: (body: any) => object) =>
    store.write(async (tx) => {
      const record = (await tx.get<any>(kind, id))!;
      await tx.update(record, { body: { ...record.body, ...members(record.body) } });
    });
  const team = { kind: 'team', id: other['team_id'], name: otherName.replace(/one$/, 'ops') };
  const trigger = { workspace: other['workspace_id'], workspaceName: otherName, run: other['run_id'] };
  await change('runs', own['run_id']!, () => ({ trigger, createdBy: team, confirmedBy: team }));
  await change('state-versions', own['state_version_id']!, () => ({ createdBy: { kind: 'team', id: team.id } }));
  await change('workspaces', own['workspace_id']!, () => ({ lock: { holder: team, reason: '', at: '2026-05-01T12:00:00.000Z' } }));
};

/** The organization with everything twice, linked with each other wherever one thing can name another. */
export const plantTwins = async (bench: PipelineTest): Promise<Twins> => {
  const ask: Ask = (row, body) => requireSuccess(bench.request(row, body, { token: 'owner-token' }));
  const plant = async (label: string): Promise<SlotValues> => {
    const values = await plantWorkspaces(bench, 'acme', 'owner-token', true, label);
    return { ...values, ...(await gatherWorkspaces(ask, label, values)) };
  };
  const twins: Twins = { shown: await plant(labels.shown), hidden: await plant(labels.hidden) };
  const { shown, hidden } = twins;
  for (const [own, other] of [
    [shown, hidden],
    [hidden, shown],
  ] as const) {
    await linkSettings(ask, twins, own);
    await linkWorkspace(ask, twins, own, other);
    await linkStack(ask, own, other);
    await linkHistory(bench, own, other, `${other === hidden ? labels.hidden : labels.shown}-one`);
  }
  const change = { action_type: 'change_requests', action_inputs: { subject: 's', message: 'm' }, target_ids: both(twins, 'workspace_id') };
  await ask('POST /organizations/acme/explorer/bulk-actions', { data: { attributes: change } });
  return twins;
};
