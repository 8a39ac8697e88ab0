import { notFound } from '../../problem.ts';
import type { Organization } from '../../records.ts';
import type { Asking } from '../../route.ts';
import type { Rec } from '../../store/store.ts';
import { membershipIn, need } from '../permissions.ts';
import type { WorkspaceRight } from '../rights.ts';
import type { Project } from '../stored.ts';
import type { Home } from './execution.ts';
import type { Workspace } from './stored.ts';

/** The workspace of the path, by `{workspace_id}` or by `{organization_name}` and `{name}`. 404 unless the caller may do this to it. */
export const workspaceHere = async (asking: Asking, right: WorkspaceRight): Promise<Rec<Workspace>> => {
  const { workspace_id: id, organization_name: organization, name } = asking.params;
  const workspace = id === undefined
    ? membershipIn(asking, organization!) && await asking.tx.byKey<Workspace>('workspaces', organization!, name!)
    : await asking.tx.get<Workspace>('workspaces', id);
  if (!workspace) throw notFound(`the workspace ${id ?? `"${name}"`}`);
  await need(asking, right, workspace);
  return workspace;
};

const gone = (what: string): Error => new Error(`${what} of a workspace is gone`);

/** Where it lives. */
export const homeOf = async (asking: Asking, organization: string, project: string): Promise<Home> => {
  const [found, below] = [await asking.tx.byKey<Organization>('organizations', '', organization), await asking.tx.get<Project>('projects', project)];
  if (!found) throw gone(`the organization ${organization}`);
  if (!below) throw gone(`the project ${project}`);
  return { organization: found.body, project: below.body };
};
