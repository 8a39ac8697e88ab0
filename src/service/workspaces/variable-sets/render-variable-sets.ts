import { type ResourceObject, renderToMany } from '../../json-api/resource-object.ts';
import type { IncludeLoaders } from '../../json-api/include.ts';
import type { RequestContext } from '../../http/route.ts';
import type { Link, StoredRecord } from '../../store/store.ts';
import { findMembership, hasOrganizationRight, listReadableProjects, listReadableWorkspaces } from '../../access/permissions.ts';
import { renderProject } from '../projects/projects.ts';
import type { StoredProject, StoredVariable, StoredVariableSet } from '../stored.ts';
import { renderVariable, listVariables } from '../variables/variables.ts';
import { renderWorkspaces } from '../workspaces/render-workspaces.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { canManageVariableSets, listVisibleVariableSets } from './require-variable-set.ts';

type VariableSets = readonly StoredRecord<StoredVariableSet>[];
const groupBy = <T>(items: readonly T[], by: (item: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = by(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

/** Variable sets as documents, a page at a time: one question to the store for each relationship, not one for each set. */
export const renderVariableSets = async (ctx: RequestContext, sets: VariableSets): Promise<readonly ResourceObject[]> => {
  if (sets.length === 0) return [];
  const { tx } = ctx;
  const ids = sets.map((set) => set.id);
  const organization = sets[0]!.scope;
  // A single id makes questions whose statements the store has ready.
  const of = ids.length === 1 ? ids[0]! : ids;
  const variables = groupBy(await listVariables(tx, of), (variable) => variable.scope);
  const workspaces = groupBy(await tx.listLinks('varset-workspaces', { from: of }), (link) => link.from);
  const projects = groupBy(await tx.listLinks('varset-projects', { from: of }), (link) => link.from);
  const all = hasOrganizationRight(ctx, organization, 'read-workspaces');
  const seen = all
    ? undefined
    : {
        workspaces: await listReadableWorkspaces(ctx, organization),
        projects: await listReadableProjects(ctx, organization),
        sets: await listVisibleVariableSets(ctx, organization, 'read-variable'),
      };
  const visible = (links: readonly Link[], allowed: readonly string[] | undefined): readonly string[] =>
    links.map((link) => link.to).filter((id) => allowed === undefined || allowed.includes(id));
  return Promise.all(
    sets.map(async ({ id, body }): Promise<ResourceObject> => {
      const [ownVariables, applied, groupedBy] = [variables.get(id) ?? [], workspaces.get(id) ?? [], projects.get(id) ?? []];
      return {
        id,
        type: 'varsets',
        attributes: {
          name: body.name,
          description: body.description,
          global: body.global,
          priority: body.priority,
          'updated-at': body.updatedAt,
          'var-count': ownVariables.length,
          'workspace-count': applied.length,
          'project-count': groupedBy.length,
          permissions: {
            'can-update': findMembership(ctx, organization)?.owner || (await canManageVariableSets(ctx, body.parent, organization)),
          },
        },
        relationships: {
          organization: { data: { id: body.organization, type: 'organizations' } },
          vars: renderToMany('vars', seen?.sets && !seen.sets.has(id) ? [] : ownVariables.map((variable) => variable.id)),
          workspaces: renderToMany('workspaces', visible(applied, seen?.workspaces)),
          projects: renderToMany('projects', visible(groupedBy, seen?.projects)),
          parent: { data: { id: body.parent.id, type: body.parent.type } },
        },
        links: { self: `/api/v2/varsets/${id}` },
      };
    }),
  );
};
export const renderVariableSet = async (ctx: RequestContext, set: StoredRecord<StoredVariableSet>): Promise<ResourceObject> =>
  (await renderVariableSets(ctx, [set]))[0]!;

/** What `include` brings; only what the caller may read. */
export const createVariableSetLoaders = (ctx: RequestContext): IncludeLoaders<StoredRecord<StoredVariableSet>> => {
  const linked = async (kind: string, sets: VariableSets) => [
    ...new Set((await ctx.tx.listLinks(kind, { from: sets.map((set) => set.id) })).map((link) => link.to)),
  ];
  const filterAllowed = (ids: readonly string[], allowed: readonly string[] | undefined) =>
    allowed ? ids.filter((id) => allowed.includes(id)) : ids;
  return {
    vars: async (sets) => {
      const visible = sets[0] && (await listVisibleVariableSets(ctx, sets[0].scope, 'read-variable'));
      const variables: readonly StoredRecord<StoredVariable>[] = await listVariables(
        ctx.tx,
        sets.filter((set) => !visible || visible.has(set.id)).map((set) => set.id),
      );
      return variables.map((variable) => renderVariable({ kind: 'varset', id: variable.scope }, variable));
    },
    workspaces: async (sets) =>
      sets[0] === undefined
        ? []
        : renderWorkspaces(
            ctx,
            await ctx.tx.getMany<StoredWorkspace>(
              'workspaces',
              filterAllowed(await linked('varset-workspaces', sets), await listReadableWorkspaces(ctx, sets[0].scope)),
            ),
          ),
    projects: async (sets) =>
      sets[0] === undefined
        ? []
        : Promise.all(
            (
              await ctx.tx.getMany<StoredProject>(
                'projects',
                filterAllowed(await linked('varset-projects', sets), await listReadableProjects(ctx, sets[0].scope)),
              )
            ).map((project) => renderProject(ctx, project)),
          ),
    // The hosted service knows stacks; here there are none.
    ...(ctx.dialect === 'hosted' ? { stacks: async () => [] } : {}),
  };
};
