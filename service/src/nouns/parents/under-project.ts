import { getProjectRights } from '../../access/permissions.ts';
import type { ProjectRight } from '../../access/workspace-rights.ts';
import { notFound } from '../../http/problem.ts';
import type { NounAccess, NounParent } from './noun-parent.ts';

/** Children of a project: their scope is its ID. */
export const underProject = (rights: { readonly [access in NounAccess]: ProjectRight }): NounParent => ({
  path: '/projects/{project_id}',
  type: 'projects',
  ownsScope: (scope) => scope.startsWith('prj-'),
  scopeOf: (ctx) => ctx.params['project_id']!,
  requireScope: async (ctx, access) => {
    const id = ctx.params['project_id']!;
    const project = await ctx.tx.get('projects', id);
    if (!project || !(await getProjectRights(ctx, project)).has(rights[access])) throw notFound(`the project ${id}`);
    return { scope: id, organization: project.scope };
  },
  filterPermitted: async (ctx, records, access) => {
    const permitted = new Set<string>();
    for (const project of await ctx.tx.getMany('projects', [...new Set(records.map(({ scope }) => scope))]))
      if ((await getProjectRights(ctx, project)).has(rights[access])) permitted.add(project.id);
    return records.filter(({ scope }) => permitted.has(scope));
  },
});
