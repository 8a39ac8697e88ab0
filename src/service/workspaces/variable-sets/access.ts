import { notFound } from '../../problem.ts';
import type { Asking } from '../../route.ts';
import type { Rec } from '../../store/store.ts';
import { mayIn, membershipIn, projectRightsOn } from '../permissions.ts';
import { workspaceIdsIn } from '../project-members.ts';
import { type Access, rightsOf } from '../rights.ts';
import type { Project, Varset } from '../stored.ts';

type Seeing = 'read-run' | 'read-variable';

/**
 * Ids of the organization's sets the caller may see (`read-run`), or whose variables (`read-variable`): those that reach a
 * workspace or project on which a team of the caller has that right. Undefined: all of them.
 */
export const visibleVarsets = async (asking: Asking, organization: string, right: Seeing): Promise<ReadonlySet<string> | undefined> => {
  if (mayIn(asking, organization, 'read-workspaces')) return undefined;
  const teams = membershipIn(asking, organization)?.teams ?? [];
  if (teams.length === 0) return new Set();
  const { tx } = asking;
  const within = async (kind: 'team-workspaces' | 'team-projects') =>
    (await tx.links(kind, { from: teams })).filter((link) => rightsOf(link.note as Access).includes(right)).map((link) => link.to);
  const [direct, projects] = [await within('team-workspaces'), await within('team-projects')];
  if (direct.length + projects.length === 0) return new Set();
  const homes = (await tx.many<{ readonly project: string }>('workspaces', direct)).map((workspace) => workspace.body.project);
  const inside = await workspaceIdsIn(tx, projects);
  const attached = [
    ...await tx.links('varset-workspaces', { to: [...direct, ...inside] }),
    ...await tx.links('varset-projects', { to: [...projects, ...homes] }),
  ];
  const others = [
    ...(await tx.list({ kind: 'varsets', scope: organization, body: [{ path: 'global', is: true }] })).records,
    ...(projects.length === 0 ? [] : (await tx.list({ kind: 'varsets', scope: organization, body: [{ path: 'parent.id', is: projects }] })).records),
  ];
  return new Set([...attached.map((link) => link.from), ...others.map((record) => record.id)]);
};

/** Who may manage workspaces of the organization; for a project's own set also who manages that project's sets. */
export const mayManage = async (asking: Asking, parent: Varset['parent'], organization: string): Promise<boolean> => {
  if (mayIn(asking, organization, 'manage-workspaces')) return true;
  const project = parent.type === 'projects' ? await asking.tx.get<Project>('projects', parent.id) : undefined;
  return project !== undefined && (await projectRightsOn(asking, project)).has('manage-varsets');
};

/** The set of the path. 404 unless the caller may do this to it. */
export const varsetHere = async (asking: Asking, purpose: Seeing | 'manage'): Promise<Rec<Varset>> => {
  const id = asking.params['varset_id']!;
  const varset = await asking.tx.get<Varset>('varsets', id);
  if (!varset || !membershipIn(asking, varset.scope)) throw notFound(`the variable set ${id}`);
  if (await mayManage(asking, varset.body.parent, varset.scope)) return varset;
  const seen = purpose === 'manage' ? new Set<string>() : await visibleVarsets(asking, varset.scope, purpose);
  if (seen && !seen.has(id)) throw notFound(`the variable set ${id}`);
  return varset;
};
