import { newId } from '../../../src/store/new-id.ts';
import type { OrganizationRight } from '../../../src/http/route.ts';
import { createApiToken, createTeam, createUser } from '../../../src/workspaces/organizations/bootstrap.ts';
import type { TestService } from '../../support.ts';
import { schedule } from '@slipway/test-support/scale';
import type { SlotValues } from '../foreign-ids/request-slots.ts';

interface Member {
  readonly rights?: readonly OrganizationRight[];
  readonly workspace?: object;
  readonly project?: object;
  /** Belongs to no team at all. */
  readonly alone?: true;
}
const custom = { access: 'custom', runs: 'read', variables: 'none', 'state-versions': 'none' };
/** These see what the others do in other combinations. */
const fewer = [
  'nothing',
  'planner',
  'project-maintainer',
  'connections',
  'pools',
  'overrides',
  'modules',
  'people',
  'projects',
  'everything',
];

/** Who asks, and what their team was given on the workspace and the project that are shown. */
const members: { readonly [name: string]: Member } = {
  alone: { alone: true },
  nothing: {},
  reader: { workspace: { access: 'read' } },
  planner: { workspace: { access: 'plan' } },
  administrator: { workspace: { access: 'admin' } },
  limited: { workspace: custom },
  'project-reader': { project: { access: 'read' } },
  'project-maintainer': { project: { access: 'maintain' } },
  'project-administrator': { project: { access: 'admin' } },
  connections: { rights: ['manage-vcs-settings'] },
  pools: { rights: ['manage-agent-pools'] },
  policies: { rights: ['manage-policies'] },
  overrides: { rights: ['manage-policy-overrides'], workspace: { access: 'read' } },
  tasks: { rights: ['manage-run-tasks'], workspace: { access: 'read' } },
  modules: { rights: ['manage-modules', 'manage-providers'] },
  people: { rights: ['manage-membership'] },
  teams: { rights: ['manage-teams'] },
  projects: { rights: ['read-projects'] },
  everything: { rights: ['read-workspaces'] },
};

/** Tokens of callers who see a part of the organization, by the caller's name; `only`: of these, otherwise of those of the schedule. */
export const addCallers = async (
  { store, clock }: TestService,
  shown: SlotValues,
  only: readonly string[] = [],
): Promise<ReadonlyMap<string, string>> => {
  const tokens = new Map<string, string>();
  await store.write(async (tx) => {
    const context = { clock, newId };
    const organization = (await tx.getByKey('organizations', '', 'acme'))!;
    const add = async (name: string, owner: Parameters<typeof createApiToken>[2]['owner'], more: object = {}) => {
      if (only.length > 0 ? !only.includes(name) : schedule(fewer.includes(name), false)) return;
      tokens.set(name, `${name}-token-of-the-law`);
      await createApiToken(tx, context, { secret: `${name}-token-of-the-law`, owner, ...more });
    };
    for (const [name, { rights, workspace, project, alone }] of Object.entries(members)) {
      const user = await createUser(tx, context, { name: `zq-${name}`, email: `${name}@zq.example` });
      await tx.link('organization-members', organization.id, user.id);
      await add(name, { kind: 'user', id: user.id });
      if (alone) continue;
      const team = await createTeam(tx, context, 'acme', { name: `zq-team-${name}`, access: rights ?? [] });
      await tx.link('team-members', team.id, user.id);
      if (workspace) await tx.link('team-workspaces', team.id, shown['workspace_id']!, workspace as never);
      if (project) await tx.link('team-projects', team.id, shown['project_id']!, project as never);
      if (name === 'reader') await add('team', { kind: 'team', id: team.id });
    }
    await add('organization', { kind: 'organization', id: 'acme' });
    const ofOrganization = { kind: 'organization', id: 'acme' } as const;
    await add('run', ofOrganization, { purpose: 'run', runWorkspace: shown['workspace_id'] });
    await add('audit', ofOrganization, { purpose: 'audit-trails' });
    await add('run-task', ofOrganization, { purpose: 'run-task', taskResult: shown['task_result_id'] });
    await add('agent', { kind: 'agent-pool', id: shown['agent_pool_id']! });
  });
  return tokens;
};
