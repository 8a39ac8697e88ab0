import { newId } from '../new-id.ts';
import type { Rec } from '../store/store.ts';
import { newTeam, newToken } from '../workspaces/founding.ts';
import { newOauthClient } from '../workspaces/oauth-clients.ts';
import type { AgentPool, SshKey } from '../workspaces/stored.ts';
import type { Team } from '../records.ts';
import type { OrganizationRight } from '../route.ts';
import { bindings, each, kebab, known, type Names, said, type Tell, variableOf } from './entries.ts';
import { documentOf, invoke, type Planting } from './invoke.ts';
import { plantModules } from './plant-modules.ts';
import { plantWorkspaces } from './plant-workspaces.ts';
import type { SeedOrganization } from './shape.ts';

interface Access { readonly to: string; readonly [name: string]: unknown }

const plantThings = async (at: Planting, given: SeedOrganization, tell: Tell): Promise<void> => {
  const { tx, organization, clock } = at;
  await each(given.ssh_keys, 'ssh_keys', tell, async ({ id = null, name, value }) => {
    const key = id ?? newId('sshkey');
    await tx.insert<SshKey>({ id: key, kind: 'ssh-keys', scope: organization, key, name, body: { name, value, organization } });
  });
  await each(given.agent_pools, 'agent_pools', tell, async ({ id, name }) => {
    await tx.insert<AgentPool>({ id: id ?? newId('apool'), kind: 'agent-pools', scope: organization, key: name, name, body: { name, organization, organizationScoped: true, createdAt: clock.now().toISOString() } });
  });
  await each(given.oauth_connections, 'oauth_connections', tell, async (connection) => {
    await newOauthClient(tx, { clock, newId }, organization, {
      name: connection.name ?? null, serviceProvider: connection.service_provider, httpUrl: connection.http_url, apiUrl: connection.api_url,
      ...(connection.token_id ? { tokenId: connection.token_id } : {}),
    });
  });
};

const plantTeams = (at: Planting, given: SeedOrganization, users: Names, workspaces: Names, projects: Names, tell: Tell): Promise<void> =>
  each(given.teams, 'teams', tell, async (team) => {
    const { tx, organization, clock } = at;
    const there = await tx.byKey<Team>('teams', organization, team.name);
    const { id } = there ?? await newTeam(tx, { clock, newId }, organization, { name: team.name, access: (team.access ?? []) as readonly OrganizationRight[] });
    const home: Rec | undefined = await tx.byKey('organizations', '', organization);
    for (const name of team.members ?? []) {
      const user = known(users, name, 'user');
      await tx.link('organization-members', home!.id, user);
      await tx.link('team-members', id, user);
    }
    for (const { to, ...access } of (team.workspaces ?? []) as readonly Access[]) await tx.link('team-workspaces', id, known(workspaces, to, 'workspace'), kebab(access));
    for (const { to, ...access } of (team.projects ?? []) as readonly Access[]) await tx.link('team-projects', id, known(projects, to, 'project'), kebab(access));
    if (team.token) await newToken(tx, { clock, newId }, { secret: team.token, owner: { kind: 'team', id }, description: 'from the seed' });
  });

/** What an organization holds, in the order in which things refer to each other. */
export const plantOrganization = async (at: Planting, given: SeedOrganization, users: Names, tell: Tell): Promise<void> => {
  const params = { organization_name: at.organization };
  const [home] = (await at.tx.list({ kind: 'projects', scope: at.organization })).records;
  const projects = new Map([[home!.name, home!.id]]);
  await each(given.projects, 'projects', tell, async ({ name, description, tags }) => {
    const reply = await invoke(at, 'POST /organizations/{organization_name}/projects', params, { data: { type: 'projects', attributes: said({ name, description }), relationships: bindings(tags) } });
    projects.set(name, documentOf(reply).id);
  });
  await plantThings(at, given, tell);
  await plantModules(at, given, tell);
  const workspaces = await plantWorkspaces(at, given, projects, tell);
  await plantTeams(at, given, users, workspaces, projects, tell);
  await each(given.variable_sets, 'variable_sets', tell, async ({ name, description, global, priority, project, ...has }) => {
    await invoke(at, 'POST /organizations/{organization_name}/varsets', params, { data: {
      type: 'varsets', attributes: said({ name, description, global, priority }), relationships: {
        ...(project ? { parent: { data: { type: 'projects', id: known(projects, project, 'project') } } } : {}), vars: { data: (has.variables ?? []).map(variableOf) },
        workspaces: { data: (has.workspaces ?? []).map((one) => ({ type: 'workspaces', id: known(workspaces, one, 'workspace') })) },
        projects: { data: (has.projects ?? []).map((one) => ({ type: 'projects', id: known(projects, one, 'project') })) },
      },
    } });
  });
};
