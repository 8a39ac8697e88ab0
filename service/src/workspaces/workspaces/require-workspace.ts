import { notFound } from '../../http/problem.ts';
import type { Organization } from '../../access/records.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { findMembership, requireWorkspaceRight } from '../../access/permissions.ts';
import type { WorkspaceRight } from '../../access/workspace-rights.ts';
import type { StoredProject } from '../projects/stored.ts';
import type { WorkspaceParents } from './execution.ts';
import type { StoredWorkspace } from './stored.ts';

/** The workspace of the path, by `{workspace_id}` or by `{organization_name}` and `{name}`. 404 unless the caller may do this to it. */
export const requireWorkspace = async (ctx: RequestContext, right: WorkspaceRight): Promise<StoredRecord<StoredWorkspace>> => {
  const { workspace_id: id, organization_name: organization, name } = ctx.params;
  const workspace =
    id === undefined
      ? findMembership(ctx, organization!) && (await ctx.tx.getByKey<StoredWorkspace>('workspaces', organization!, name!))
      : await ctx.tx.get<StoredWorkspace>('workspaces', id);
  const what = `the workspace ${id ?? `"${name}"`}`;
  if (!workspace) throw notFound(what);
  await requireWorkspaceRight(ctx, right, workspace, what);
  return workspace;
};

const createMissingParentError = (what: string): Error => new Error(`${what} of a workspace is gone`);

/** The organization and the project of a workspace. */
export const loadWorkspaceParents = async (
  ctx: Pick<RequestContext, 'tx'>,
  organization: string,
  project: string,
): Promise<WorkspaceParents> => {
  const [found, below] = await Promise.all([
    ctx.tx.getByKey<Organization>('organizations', '', organization),
    ctx.tx.get<StoredProject>('projects', project),
  ]);
  if (!found) throw createMissingParentError(`the organization ${organization}`);
  if (!below) throw createMissingParentError(`the project ${project}`);
  return { organization: found.body, project: below.body };
};
