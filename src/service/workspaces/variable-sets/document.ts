import { type Doc, toMany } from '../../json-api/document.ts';
import type { Loaders } from '../../json-api/include.ts';
import type { Asking } from '../../route.ts';
import type { Link, Rec } from '../../store/store.ts';
import { membershipIn, mayIn, readableProjects, readableWorkspaces } from '../permissions.ts';
import { renderProject } from '../projects.ts';
import type { Project, Variable, Varset } from '../stored.ts';
import { renderVariable, variablesOf } from '../variables.ts';
import { renderWorkspaces } from '../workspaces/document.ts';
import type { Workspace } from '../workspaces/stored.ts';
import { mayManage, visibleVarsets } from './access.ts';

type Sets = readonly Rec<Varset>[];
const grouped = <T>(items: readonly T[], by: (item: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) { const key = by(item); const group = groups.get(key); if (group) group.push(item); else groups.set(key, [item]); }
  return groups;
};

/** Variable sets as documents, a page at a time: one question to the store for each relationship, not one for each set. */
export const renderVarsets = async (asking: Asking, sets: Sets): Promise<readonly Doc[]> => {
  if (sets.length === 0) return [];
  const { tx } = asking;
  const ids = sets.map((set) => set.id);
  const organization = sets[0]!.scope;
  // A single id makes questions whose statements the store has ready.
  const of = ids.length === 1 ? ids[0]! : ids;
  const variables = grouped(await variablesOf(tx, of), (variable) => variable.scope);
  const workspaces = grouped(await tx.links('varset-workspaces', { from: of }), (link) => link.from);
  const projects = grouped(await tx.links('varset-projects', { from: of }), (link) => link.from);
  const all = mayIn(asking, organization, 'read-workspaces');
  const seen = all ? undefined : { workspaces: await readableWorkspaces(asking, organization), projects: await readableProjects(asking, organization), sets: await visibleVarsets(asking, organization, 'read-variable') };
  const visible = (links: readonly Link[], allowed: readonly string[] | undefined): readonly string[] =>
    links.map((link) => link.to).filter((id) => allowed === undefined || allowed.includes(id));
  return Promise.all(sets.map(async ({ id, body }): Promise<Doc> => {
    const [mine, applied, groupedBy] = [variables.get(id) ?? [], workspaces.get(id) ?? [], projects.get(id) ?? []];
    return {
      id, type: 'varsets',
      attributes: {
        name: body.name, description: body.description, global: body.global, priority: body.priority, 'updated-at': body.updatedAt,
        'var-count': mine.length, 'workspace-count': applied.length, 'project-count': groupedBy.length,
        permissions: { 'can-update': membershipIn(asking, organization)?.owner || await mayManage(asking, body.parent, organization) },
      },
      relationships: {
        organization: { data: { id: body.organization, type: 'organizations' } },
        vars: toMany('vars', seen?.sets && !seen.sets.has(id) ? [] : mine.map((variable) => variable.id)),
        workspaces: toMany('workspaces', visible(applied, seen?.workspaces)),
        projects: toMany('projects', visible(groupedBy, seen?.projects)),
        parent: { data: { id: body.parent.id, type: body.parent.type } },
      },
      links: { self: `/api/v2/varsets/${id}` },
    };
  }));
};
export const renderVarset = async (asking: Asking, set: Rec<Varset>): Promise<Doc> => (await renderVarsets(asking, [set]))[0]!;

/** What `include` brings; only what the caller may read. */
export const varsetLoaders = (asking: Asking): Loaders<Rec<Varset>> => {
  const linked = async (kind: string, sets: Sets) => [...new Set((await asking.tx.links(kind, { from: sets.map((set) => set.id) })).map((link) => link.to))];
  const kept = (ids: readonly string[], allowed: readonly string[] | undefined) => (allowed ? ids.filter((id) => allowed.includes(id)) : ids);
  return {
    vars: async (sets) => {
      const seen = sets[0] && await visibleVarsets(asking, sets[0].scope, 'read-variable');
      const variables: readonly Rec<Variable>[] = await variablesOf(asking.tx, sets.filter((set) => !seen || seen.has(set.id)).map((set) => set.id));
      return variables.map((variable) => renderVariable({ kind: 'varset', id: variable.scope }, variable));
    },
    workspaces: async (sets) => (sets[0] === undefined ? [] : renderWorkspaces(asking, await asking.tx.many<Workspace>(
      'workspaces', kept(await linked('varset-workspaces', sets), await readableWorkspaces(asking, sets[0].scope))))),
    projects: async (sets) => (sets[0] === undefined ? [] : Promise.all((await asking.tx.many<Project>(
      'projects', kept(await linked('varset-projects', sets), await readableProjects(asking, sets[0].scope)))).map((project) => renderProject(asking, project)))),
    // The hosted service knows stacks; here there are none.
    ...(asking.profile === 'hosted' ? { stacks: async () => [] } : {}),
  };
};
