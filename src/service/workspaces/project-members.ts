import type { Filter, Link, Rec, Transaction, View } from '../store/store.ts';
import type { StoredWorkspace } from './stored.ts';

/**
 * Which workspaces a project has: kept as links beside the workspace's own `project`, because links are indexed and members
 * of bodies are not. Whoever creates or moves a workspace calls `settle`.
 */
const kind = 'workspace-project';

export const settle = async (tx: Transaction, workspace: string, project: string): Promise<void> => {
  const present: readonly Link[] = await tx.links(kind, { from: workspace });
  for (const link of present) if (link.to !== project) await tx.unlink(kind, workspace, link.to);
  if (!present.some((link) => link.to === project)) await tx.link(kind, workspace, project);
};

/** For a list's filter: workspaces of any of these projects. */
export const inProjects = (projects: readonly string[]): NonNullable<Filter['linked']>[number] => ({ kind, self: 'from', other: projects });

export const workspacesIn = async (view: View, organization: string, projects: readonly string[]): Promise<readonly Rec<StoredWorkspace>[]> =>
  (projects.length === 0 ? [] : (await view.list<StoredWorkspace>({ kind: 'workspaces', scope: organization, linked: [inProjects(projects)] })).records);

export const workspaceIdsIn = async (view: View, projects: readonly string[]): Promise<readonly string[]> =>
  (projects.length === 0 ? [] : (await view.links(kind, { to: projects })).map((link) => link.from));

export const countIn = async (view: View, project: string): Promise<number> => (await view.links(kind, { to: project })).length;
