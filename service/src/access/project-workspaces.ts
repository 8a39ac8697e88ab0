import type { LinkedRecords, LinkFilter } from '../store/record-filter.ts';
import type { Link, StoredRecord, Transaction, ReadTransaction } from '../store/store.ts';
import type { WorkspaceSummary } from './records.ts';

/**
 * Which workspaces a project has: kept as links beside the workspace's own `project`, because links are indexed and members of bodies are
 * not. Code that creates or moves a workspace calls one of the two functions below.
 */
export const workspaceProjectLink = 'workspace-project';

/** Links a new workspace to its project. */
export const addProjectWorkspace = (tx: Transaction, workspace: string, project: string): Promise<void> =>
  tx.link(workspaceProjectLink, workspace, project);

export const setWorkspaceProject = async (tx: Transaction, workspace: string, project: string): Promise<void> => {
  const present: readonly Link[] = await tx.listLinks(workspaceProjectLink, { from: workspace });
  for (const link of present) if (link.to !== project) await tx.unlink(workspaceProjectLink, workspace, link.to);
  if (!present.some((link) => link.to === project)) await tx.link(workspaceProjectLink, workspace, project);
};

/** A condition of a list's filter: workspaces of any of these projects. */
export const buildProjectFilter = (projects: readonly string[]): LinkFilter => ({
  kind: workspaceProjectLink,
  self: 'from',
  other: projects,
});

export const listProjectWorkspaces = async (
  view: ReadTransaction,
  organization: string,
  projects: readonly string[],
): Promise<readonly StoredRecord<WorkspaceSummary>[]> =>
  projects.length === 0
    ? []
    : (await view.list<WorkspaceSummary>({ kind: 'workspaces', scope: organization, linked: [buildProjectFilter(projects)] })).records;

export const listProjectWorkspaceIds = async (view: ReadTransaction, projects: readonly string[]): Promise<readonly string[]> =>
  projects.length === 0 ? [] : (await view.listLinks(workspaceProjectLink, { to: projects })).map((link) => link.from);

/** Which of the given workspaces are in one of these projects. */
export const listWorkspacesInProjects = async (
  view: ReadTransaction,
  workspaces: readonly string[],
  projects: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (projects.length === 0) return new Set();
  const wanted = new Set(projects);
  const links = await view.listLinks(workspaceProjectLink, { from: workspaces });
  return new Set(links.filter(({ to }) => wanted.has(to)).map(({ from }) => from));
};

/** The number of workspaces by project, counting only `ids` if they are given; projects without any are left out. */
export const countProjectWorkspaces = (
  view: ReadTransaction,
  projects: readonly string[],
  only?: LinkedRecords,
): Promise<ReadonlyMap<string, number>> => view.countLinks(workspaceProjectLink, { to: projects }, only);
