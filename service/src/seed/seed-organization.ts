import type { StoredRecord } from '../store/store.ts';
import { team } from '../workspaces/teams/teams.ts';
import type { Team } from '../access/records.ts';
import type { OrganizationRight } from '../http/route.ts';
import {
  chooseVariableIds,
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
import { type LaterWork, type SeedEntry, seedNouns, seedRecord } from './seed-nouns.ts';
import { seedProviders } from './seed-registry.ts';
import { seedWorkspaces } from './seed-workspaces.ts';
import { seedTokens } from './seed-tokens.ts';
import { withCreationTime, setTimes } from './set-times.ts';
import type { SeedOrganization } from './shape.ts';

const organizationPath = '/organizations/{organization_name}';

interface SeedAccess {
  readonly to: string;
  readonly [name: string]: unknown;
}

type SeedTeam = NonNullable<SeedOrganization['teams']>[number];

/** The team of an entry: one that every organization has, or a new one. */
const seedTeam = async (context: SeedContext, entry: SeedTeam, report: ReportSeedError, later: LaterWork): Promise<string> => {
  const { tx, organization } = context;
  const { access, ...members } = entry as SeedTeam & SeedEntry;
  const existing = await tx.getByKey<Team>('teams', organization, entry.name);
  if (existing) {
    await setTimes(context, 'teams', existing.id, entry as SeedEntry);
    return existing.id;
  }
  const { id } = await seedRecord(context, team, organization, members, report, later);
  if (access) {
    const record = (await tx.get<Team>('teams', id))!;
    const all = [...new Set([...record.body.access, ...(access as readonly OrganizationRight[])])];
    await tx.update<Team>(record, { body: { ...record.body, access: all } });
  }
  return id;
};

const seedTeams = (
  context: SeedContext,
  seed: SeedOrganization,
  users: IdsByName,
  { workspaces, projects }: { readonly workspaces: IdsByName; readonly projects: IdsByName },
  report: ReportSeedError,
  later: LaterWork,
): Promise<void> =>
  forEachEntry(seed.teams, 'teams', report, async (entry) => {
    const { tx, organization, clock } = context;
    const id = await seedTeam(context, entry, (path, error) => report(['teams', seed.teams!.indexOf(entry), ...path], error), later);
    const organizationRecord: StoredRecord | undefined = await tx.getByKey('organizations', '', organization);
    for (const name of entry.members ?? []) {
      const user = requireId(users, name, 'user');
      await tx.link('organization-members', organizationRecord!.id, user);
      await tx.link('team-members', id, user);
    }
    for (const { to, ...access } of (entry.workspaces ?? []) as readonly SeedAccess[])
      await tx.link('team-workspaces', id, requireId(workspaces, to, 'workspace'), toKebabMembers(access));
    for (const { to, ...access } of (entry.projects ?? []) as readonly SeedAccess[])
      await tx.link('team-projects', id, requireId(projects, to, 'project'), toKebabMembers(access));
    await seedTokens(tx, clock, { kind: 'team', id }, entry);
  });

const seedProjects = async (context: SeedContext, seed: SeedOrganization, report: ReportSeedError): Promise<IdsByName> => {
  const [first] = (await context.tx.list({ kind: 'projects', scope: context.organization })).records;
  const projects = new Map([[first!.name, first!.id]]);
  await forEachEntry(seed.projects, 'projects', report, async ({ name, description, tags, attributes, ...entry }) => {
    const at = withCreationTime(context, entry);
    const data = {
      type: 'projects',
      attributes: withoutNulls({ name, description, ...attributes }),
      relationships: toTagBindings(tags),
    };
    const existing = projects.get(name);
    const reply = existing
      ? await invokeRoute(at, 'PATCH /projects/{project_id}', { project_id: existing }, { data })
      : await invokeRoute(at, `POST ${organizationPath}/projects`, { organization_name: context.organization }, { data }, entry.id);
    const { id } = requireResponseDocument(reply);
    projects.set(name, id);
    await setTimes(context, 'projects', id, entry);
  });
  return projects;
};

const seedVariableSets = (
  context: SeedContext,
  seed: SeedOrganization,
  { workspaces, projects }: { readonly workspaces: IdsByName; readonly projects: IdsByName },
  report: ReportSeedError,
): Promise<void> =>
  forEachEntry(seed.variable_sets, 'variable_sets', report, async ({ name, description, global, priority, project, ...has }) => {
    const reply = await invokeRoute(
      withCreationTime(context, has),
      `POST ${organizationPath}/varsets`,
      { organization_name: context.organization },
      {
        data: {
          type: 'varsets',
          attributes: withoutNulls({ name, description, global, priority }),
          relationships: {
            ...(project ? { parent: { data: { type: 'projects', id: requireId(projects, project, 'project') } } } : {}),
            vars: { data: (has.variables ?? []).map(toVariableResource) },
            workspaces: {
              data: (has.workspaces ?? []).map((one) => ({ type: 'workspaces', id: requireId(workspaces, one, 'workspace') })),
            },
            projects: { data: (has.projects ?? []).map((one) => ({ type: 'projects', id: requireId(projects, one, 'project') })) },
          },
        },
      },
      { varset: [has.id], ...chooseVariableIds(has.variables ?? []) },
    );
    const { id } = requireResponseDocument(reply);
    await setTimes(context, 'varsets', id, has);
    const { records } = await context.tx.list({ kind: 'vars', scope: id });
    for (const [index, variable] of (has.variables ?? []).entries()) await setTimes(context, 'vars', records[index]!.id, variable);
  });

const seedInvitations = (context: SeedContext, seed: SeedOrganization, report: ReportSeedError): Promise<void> =>
  forEachEntry(seed.invitations, 'invitations', report, async ({ id, email, teams, ...times }) => {
    const { tx, organization } = context;
    const found = await tx.list({ kind: 'teams', scope: organization });
    const ids = new Map(found.records.map((record) => [record.name, record.id]));
    const data = {
      type: 'organization-memberships',
      attributes: { email },
      relationships: { teams: { data: (teams ?? []).map((name) => ({ type: 'teams', id: requireId(ids, name, 'team') })) } },
    };
    const row = `POST ${organizationPath}/organization-memberships`;
    await invokeRoute(withCreationTime(context, times), row, { organization_name: organization }, { data }, id);
  });

/** Nouns that belong to workspaces and projects, and the relationships of all of them. */
const seedChildren = async (
  context: SeedContext,
  seed: SeedOrganization,
  { workspaces, projects }: { readonly workspaces: IdsByName; readonly projects: IdsByName },
  report: ReportSeedError,
  later: LaterWork,
): Promise<void> => {
  for (const [index, entry] of (seed.projects ?? []).entries())
    await seedNouns(
      context,
      '/projects/{project_id}',
      projects.get(entry.name)!,
      entry,
      (path, error) => report(['projects', index, ...path], error),
      later,
    );
  for (const [index, entry] of (seed.workspaces ?? []).entries())
    await seedNouns(
      context,
      '/workspaces/{workspace_id}',
      workspaces.get(entry.name)!,
      entry,
      (path, error) => report(['workspaces', index, ...path], error),
      later,
    );
  for (const link of later) await link();
};

/** Creates the objects of an organization, in the order of their references. */
export const seedOrganization = async (
  context: SeedContext,
  seed: SeedOrganization,
  users: IdsByName,
  report: ReportSeedError,
): Promise<void> => {
  const later: LaterWork = [];
  const projects = await seedProjects(context, seed, report);
  await seedNouns(context, organizationPath, context.organization, seed, report, later, ['teams']);
  await seedModules(context, seed, report);
  await seedProviders(context, seed, report);
  const workspaces = await seedWorkspaces(context, seed, projects, report);
  await seedTeams(context, seed, users, { workspaces, projects }, report, later);
  await seedVariableSets(context, seed, { workspaces, projects }, report);
  await seedInvitations(context, seed, report);
  await seedChildren(context, seed, { workspaces, projects }, report, later);
};
