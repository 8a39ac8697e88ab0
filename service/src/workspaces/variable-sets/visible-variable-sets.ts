import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { hasOrganizationRight, findMembership } from '../../access/permissions.ts';
import { countProjectWorkspaces, listProjectWorkspaceIds, listWorkspacesInProjects } from '../../access/project-workspaces.ts';
import { buildLinkedReadable } from '../../access/readable-workspaces.ts';
import { type TeamAccess, listAccessRights } from '../../access/workspace-rights.ts';
import type { StoredVariableSet } from './stored.ts';

/** The right to see a set, or to read its variables. */
export type VariableSetRight = 'read-run' | 'read-variable';

/** IDs of the objects on which teams of the caller have a right. */
interface Reach {
  readonly workspaces: readonly string[];
  readonly projects: readonly string[];
  /** IDs of the projects that contain those workspaces. */
  readonly homes: readonly string[];
}

/** The objects on which the caller's teams have the right; undefined: all. */
const findReach = async (ctx: RequestContext, organization: string, right: VariableSetRight): Promise<Reach | undefined> => {
  if (hasOrganizationRight(ctx, organization, 'read-workspaces')) return undefined;
  const from = findMembership(ctx, organization)?.teams ?? [];
  if (from.length === 0) return { workspaces: [], projects: [], homes: [] };
  const listTargets = async (kind: 'team-workspaces' | 'team-projects'): Promise<readonly string[]> =>
    (await ctx.tx.listLinks(kind, { from })).filter(({ note }) => listAccessRights(note as TeamAccess).includes(right)).map(({ to }) => to);
  const [workspaces, projects] = await Promise.all([listTargets('team-workspaces'), listTargets('team-projects')]);
  const found = await ctx.tx.getMany<{ readonly project: string }>('workspaces', workspaces);
  return { workspaces, projects, homes: [...new Set(found.map(({ body }) => body.project))] };
};

const isNowhere = ({ workspaces, projects }: Reach): boolean => workspaces.length + projects.length === 0;

/** Which sets of the organization apply to a workspace or a project on which a team of the caller has that right, by ID. */
export const selectVisibleVariableSets = async (
  ctx: RequestContext,
  organization: string,
  sets: readonly StoredRecord<StoredVariableSet>[],
  right: VariableSetRight,
): Promise<ReadonlySet<string>> => {
  const from = sets.map(({ id }) => id);
  const reach = sets.length === 0 ? undefined : await findReach(ctx, organization, right);
  if (!reach) return new Set(from);
  if (isNowhere(reach)) return new Set();
  const [onWorkspaces, onProjects] = await Promise.all([
    ctx.tx.listLinks('varset-workspaces', { from }),
    ctx.tx.listLinks('varset-projects', { from }),
  ]);
  const inside = await listWorkspacesInProjects(ctx.tx, [...new Set(onWorkspaces.map(({ to }) => to))], reach.projects);
  const workspaces = new Set([...reach.workspaces, ...inside]);
  const [projects, around] = [new Set(reach.projects), new Set([...reach.projects, ...reach.homes])];
  const attached = new Set([
    ...onWorkspaces.filter(({ to }) => workspaces.has(to)).map((link) => link.from),
    ...onProjects.filter(({ to }) => around.has(to)).map((link) => link.from),
  ]);
  const isVisible = ({ id, body }: (typeof sets)[number]): boolean => body.global || projects.has(body.parent.id) || attached.has(id);
  return new Set(sets.filter(isVisible).map(({ id }) => id));
};

/** Up to this many workspaces are looked up one by one; beyond it each set is checked for a workspace in reach. */
const fewWorkspaces = 1000;

const listSetsOnWorkspaces = async (
  { tx }: RequestContext,
  organization: string,
  { workspaces, projects }: Reach,
): Promise<readonly string[]> => {
  const counts = await countProjectWorkspaces(tx, projects);
  if ([...counts.values()].reduce((sum, count) => sum + count, 0) <= fewWorkspaces) {
    const inside = await listProjectWorkspaceIds(tx, projects);
    return (await tx.listLinks('varset-workspaces', { to: [...workspaces, ...inside] })).map(({ from }) => from);
  }
  const otherLinked = buildLinkedReadable({ projects, workspaces });
  const linked = [{ kind: 'varset-workspaces', self: 'from' as const, otherLinked }];
  return (await tx.list({ kind: 'varsets', scope: organization, linked })).records.map(({ id }) => id);
};

/** All such sets of the organization, by ID; undefined: every set. */
export const listVisibleVariableSets = async (
  ctx: RequestContext,
  organization: string,
  right: VariableSetRight,
): Promise<ReadonlySet<string> | undefined> => {
  const reach = await findReach(ctx, organization, right);
  if (!reach) return undefined;
  if (isNowhere(reach)) return new Set();
  const { tx } = ctx;
  const { projects, homes } = reach;
  const list = async (path: string, is: true | readonly string[]): Promise<readonly string[]> =>
    (await tx.list({ kind: 'varsets', scope: organization, body: [{ path, is }] })).records.map(({ id }) => id);
  const sets = await Promise.all([
    listSetsOnWorkspaces(ctx, organization, reach),
    tx.listLinks('varset-projects', { to: [...projects, ...homes] }).then((links) => links.map(({ from }) => from)),
    list('global', true),
    projects.length === 0 ? [] : list('parent.id', projects),
  ]);
  return new Set(sets.flat());
};
