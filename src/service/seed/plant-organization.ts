import { newId } from '../new-id.ts';
import { unprocessable } from '../problem.ts';
import type { Rec } from '../store/store.ts';
import { newTeam, newToken } from '../workspaces/founding.ts';
import { newOauthClient } from '../workspaces/oauth-clients.ts';
import type { AgentPool, SshKey } from '../workspaces/stored.ts';
import type { Team } from '../records.ts';
import type { OrganizationRight } from '../route.ts';
import { documentOf, invoke, type Planting } from './invoke.ts';
import type { SeedOrganization } from './shape.ts';

type Tell = (path: readonly (string | number)[], error: unknown) => never;
type Names = ReadonlyMap<string, string>;
interface Variable { readonly key: string; readonly value?: string | null; readonly category?: string | null; readonly description?: string | null; readonly hcl?: boolean | null; readonly sensitive?: boolean | null }
interface Access { readonly to: string; readonly [name: string]: unknown }

const said = (values: object): { readonly [name: string]: unknown } => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
const kebab = (values: object) => Object.fromEntries(Object.entries(said(values)).map(([name, value]) => [name.replaceAll('_', '-'), value]));
const variableOf = (variable: Variable) => ({ type: 'vars', attributes: { category: 'infra', ...said(variable) } });
const known = (names: Names, name: string, what: string): string => {
  const id = names.get(name);
  if (id === undefined) throw unprocessable(`there is no ${what} "${name}" in this organization`);
  return id;
};
const bindings = (tags: { readonly [key: string]: string } | null | undefined) => (tags
  ? { 'tag-bindings': { data: Object.entries(tags).map(([key, value]) => ({ type: 'tag-bindings', attributes: { key, value } })) } } : {});

/** Calls `plant` for each entry of a list; what goes wrong is told with its place. */
const each = async <T>(list: readonly T[] | null | undefined, name: string, tell: Tell, plant: (item: T) => Promise<void>): Promise<void> => {
  for (const [index, item] of (list ?? []).entries()) {
    try { await plant(item); } catch (error) { tell([name, index], error); }
  }
};

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

const plantWorkspaces = async (at: Planting, given: SeedOrganization, projects: Names, tell: Tell): Promise<Names> => {
  const ids = new Map<string, string>();
  await each(given.workspaces, 'workspaces', tell, async (workspace) => {
    const project = workspace.project ? { project: { data: { type: 'projects', id: known(projects, workspace.project, 'project') } } } : {};
    const { id } = documentOf(await invoke(at, 'POST /organizations/{organization_name}/workspaces', { organization_name: at.organization }, {
      data: { type: 'workspaces', attributes: { ...workspace.attributes, name: workspace.name }, relationships: { ...project, ...bindings(workspace.tags) } },
    }));
    ids.set(workspace.name, id);
    if (workspace.tag_names?.length)
      await invoke(at, 'POST /workspaces/{workspace_id}/relationships/tags', { workspace_id: id }, { data: workspace.tag_names.map((name) => ({ type: 'tags', attributes: { name } })) });
    for (const variable of workspace.variables ?? []) await invoke(at, 'POST /workspaces/{workspace_id}/vars', { workspace_id: id }, { data: variableOf(variable) });
    if (workspace.resource_count) {
      const seen = (await at.tx.get<{ readonly resourceCount: number }>('workspaces', id))!;
      await at.tx.update(seen, { body: { ...seen.body, resourceCount: workspace.resource_count } });
    }
    if (workspace.locked !== undefined && workspace.locked !== null) await invoke(at, 'POST /workspaces/{workspace_id}/actions/lock', { workspace_id: id }, { reason: workspace.locked });
  });
  return ids;
};

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
