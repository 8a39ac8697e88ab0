import { newId } from '../store/new-id.ts';
import type { StoredRecord } from '../store/store.ts';
import { createTeam, createApiToken } from '../workspaces/organizations/bootstrap.ts';
import { createOauthClient } from '../workspaces/oauth-clients/oauth-clients.ts';
import type { StoredAgentPool } from '../workspaces/agent-pools/stored.ts';
import type { StoredSshKey } from '../workspaces/ssh-keys/stored.ts';
import type { Team } from '../access/records.ts';
import type { OrganizationRight } from '../http/route.ts';
import {
  toTagBindings,
  forEachEntry,
  toKebabMembers,
  requireId,
  type IdsByName,
  withoutNulls,
  type ReportSeedError,
  toVariableResource,
} from './entries.ts';
import { requireResponseDocument, invokeRoute, type SeedContext } from './invoke-route.ts';
import { seedModules } from './seed-modules.ts';
import { seedWorkspaces } from './seed-workspaces.ts';
import type { SeedOrganization } from './shape.ts';

interface SeedAccess {
  readonly to: string;
  readonly [name: string]: unknown;
}

const seedConnections = async (context: SeedContext, seed: SeedOrganization, report: ReportSeedError): Promise<void> => {
  const { tx, organization, clock } = context;
  await forEachEntry(seed.ssh_keys, 'ssh_keys', report, async ({ id = null, name, value }) => {
    const key = id ?? newId('sshkey');
    await tx.insert<StoredSshKey>({ id: key, kind: 'ssh-keys', scope: organization, key, name, body: { name, value, organization } });
  });
  await forEachEntry(seed.agent_pools, 'agent_pools', report, async ({ id, name }) => {
    await tx.insert<StoredAgentPool>({
      id: id ?? newId('apool'),
      kind: 'agent-pools',
      scope: organization,
      key: name,
      name,
      body: { name, organization, organizationScoped: true, createdAt: clock.now().toISOString() },
    });
  });
  await forEachEntry(seed.oauth_clients, 'oauth_clients', report, async (connection) => {
    await createOauthClient(tx, { clock, newId }, organization, {
      name: connection.name ?? null,
      serviceProvider: connection.service_provider,
      httpUrl: connection.http_url,
      apiUrl: connection.api_url,
      ...(connection.token_id ? { tokenId: connection.token_id } : {}),
    });
  });
};

const seedTeams = (
  context: SeedContext,
  seed: SeedOrganization,
  users: IdsByName,
  workspaces: IdsByName,
  projects: IdsByName,
  report: ReportSeedError,
): Promise<void> =>
  forEachEntry(seed.teams, 'teams', report, async (team) => {
    const { tx, organization, clock } = context;
    const existing = await tx.getByKey<Team>('teams', organization, team.name);
    const { id } =
      existing ??
      (await createTeam(tx, { clock, newId }, organization, {
        name: team.name,
        access: (team.access ?? []) as readonly OrganizationRight[],
      }));
    const organizationRecord: StoredRecord | undefined = await tx.getByKey('organizations', '', organization);
    for (const name of team.members ?? []) {
      const user = requireId(users, name, 'user');
      await tx.link('organization-members', organizationRecord!.id, user);
      await tx.link('team-members', id, user);
    }
    for (const { to, ...access } of (team.workspaces ?? []) as readonly SeedAccess[])
      await tx.link('team-workspaces', id, requireId(workspaces, to, 'workspace'), toKebabMembers(access));
    for (const { to, ...access } of (team.projects ?? []) as readonly SeedAccess[])
      await tx.link('team-projects', id, requireId(projects, to, 'project'), toKebabMembers(access));
    if (team.token)
      await createApiToken(tx, { clock, newId }, { secret: team.token, owner: { kind: 'team', id }, description: 'from the seed' });
  });

/** Creates the objects of an organization, in the order of their references. */
export const seedOrganization = async (
  context: SeedContext,
  seed: SeedOrganization,
  users: IdsByName,
  report: ReportSeedError,
): Promise<void> => {
  const params = { organization_name: context.organization };
  const [organizationRecord] = (await context.tx.list({ kind: 'projects', scope: context.organization })).records;
  const projects = new Map([[organizationRecord!.name, organizationRecord!.id]]);
  await forEachEntry(seed.projects, 'projects', report, async ({ name, description, tags }) => {
    const reply = await invokeRoute(context, 'POST /organizations/{organization_name}/projects', params, {
      data: { type: 'projects', attributes: withoutNulls({ name, description }), relationships: toTagBindings(tags) },
    });
    projects.set(name, requireResponseDocument(reply).id);
  });
  await seedConnections(context, seed, report);
  await seedModules(context, seed, report);
  const workspaces = await seedWorkspaces(context, seed, projects, report);
  await seedTeams(context, seed, users, workspaces, projects, report);
  await forEachEntry(seed.variable_sets, 'variable_sets', report, async ({ name, description, global, priority, project, ...has }) => {
    await invokeRoute(context, 'POST /organizations/{organization_name}/varsets', params, {
      data: {
        type: 'varsets',
        attributes: withoutNulls({ name, description, global, priority }),
        relationships: {
          ...(project ? { parent: { data: { type: 'projects', id: requireId(projects, project, 'project') } } } : {}),
          vars: { data: (has.variables ?? []).map(toVariableResource) },
          workspaces: { data: (has.workspaces ?? []).map((one) => ({ type: 'workspaces', id: requireId(workspaces, one, 'workspace') })) },
          projects: { data: (has.projects ?? []).map((one) => ({ type: 'projects', id: requireId(projects, one, 'project') })) },
        },
      },
    });
  });
};
