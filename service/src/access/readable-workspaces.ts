import type { RequestContext } from '../http/route.ts';
import type { WorkspaceSummary } from './records.ts';
import type { LinkedRecords, RecordFilter } from '../store/record-filter.ts';
import { findMembership, seesAllWorkspaces } from './permissions.ts';
import { buildProjectFilter, listProjectWorkspaceIds, listWorkspacesInProjects, workspaceProjectLink } from './project-workspaces.ts';

/** Which workspaces of an organization a caller can see: all workspaces of some projects, and single workspaces. */
export interface ReadableWorkspaces {
  /** IDs. */
  readonly projects: readonly string[];
  /** IDs. */
  readonly workspaces: readonly string[];
}

/** Undefined: all of them (spec 1, Authentication 3). */
export const findReadableWorkspaces = async (ctx: RequestContext, organization: string): Promise<ReadableWorkspaces | undefined> => {
  if (seesAllWorkspaces(ctx, organization)) return undefined;
  const from = findMembership(ctx, organization)?.teams ?? [];
  if (from.length === 0) return { projects: [], workspaces: [] };
  const [workspaces, projects] = await Promise.all([
    ctx.tx.listLinks('team-workspaces', { from }),
    ctx.tx.listLinks('team-projects', { from }),
  ]);
  const targets = (links: typeof projects): readonly string[] => [...new Set(links.map(({ to }) => to))];
  return { projects: targets(projects), workspaces: targets(workspaces) };
};

/**
 * A condition of a list of workspaces: only those that the caller can see. Projects are named instead of their workspaces, so that it has
 * no more names than the caller's teams were given.
 */
export const buildReadableFilter = (readable: ReadableWorkspaces | undefined): Pick<RecordFilter, 'ids' | 'linked'> => {
  if (!readable) return {};
  const { projects, workspaces } = readable;
  if (projects.length === 0) return { ids: workspaces };
  return { linked: [{ ...buildProjectFilter(projects), ...(workspaces.length > 0 ? { orIds: workspaces } : {}) }] };
};

/** A condition of a list of records that are linked with workspaces: only records linked with a workspace that the caller can see. */
export const buildLinkedReadable = ({ projects, workspaces }: ReadableWorkspaces): LinkedRecords => ({
  kind: workspaceProjectLink,
  to: projects,
  orIds: workspaces,
});

/** Which of the given workspaces of the organization the caller can see, by ID. */
export const selectReadable = async (ctx: RequestContext, organization: string, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const readable = ids.length === 0 ? undefined : await findReadableWorkspaces(ctx, organization);
  if (!readable) return new Set(ids);
  const [direct, inside] = [new Set(readable.workspaces), await listWorkspacesInProjects(ctx.tx, ids, readable.projects)];
  return new Set(ids.filter((id) => direct.has(id) || inside.has(id)));
};

/** The names of those given workspaces that the caller can see, by ID. */
export const loadReadableNames = async (
  ctx: RequestContext,
  organization: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const readable = await selectReadable(ctx, organization, [...new Set(ids)]);
  const found = readable.size === 0 ? [] : await ctx.tx.getMany<WorkspaceSummary>('workspaces', [...readable]);
  return new Map(found.map(({ id, body }) => [id, body.name]));
};

/** IDs of all of them, where a list cannot be asked for by their projects; undefined: all of the organization. */
export const listReadableWorkspaces = async (ctx: RequestContext, organization: string): Promise<readonly string[] | undefined> => {
  const readable = await findReadableWorkspaces(ctx, organization);
  return readable && [...new Set([...readable.workspaces, ...(await listProjectWorkspaceIds(ctx.tx, readable.projects))])];
};
