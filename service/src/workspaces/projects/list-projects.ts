import { listProjectsWithRights, listReadableProjects, requireOrganization } from '../../access/permissions.ts';
import type { ProjectRight } from '../../access/workspace-rights.ts';
import { badRequest } from '../../http/problem.ts';
import type { RequestContext, RouteResponse } from '../../http/route.ts';
import { optionalEnumParameter } from '../../http/optional-enum-parameter.ts';
import { listResources } from '../../json-api/page.ts';
import { parseTagFilters } from '../tags/tag-filters.ts';
import { renderProjects } from './render-projects.ts';
import type { StoredProject } from './stored.ts';

const permissionFilters: { readonly [parameter: string]: ProjectRight } = {
  'filter[permissions][create-workspace]': 'create-workspace',
  'filter[permissions][update]': 'update',
};
const sortOrders: readonly string[] = ['name', '-name'];

export const listProjects = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { name: organization } = (await requireOrganization(ctx)).body;
  const { query } = ctx;
  const [q, names, sort] = [query.get('q'), query.get('filter[names]'), query.get('sort')];
  if (sort && !sortOrders.includes(sort)) throw badRequest(`sort is "${sort}"; expected ${sortOrders.join(', ')}`, 'sort');
  const rights = Object.entries(permissionFilters).flatMap(([parameter, right]) =>
    optionalEnumParameter(ctx, parameter, ['true', 'false']) === 'true' ? [right] : [],
  );
  const lists = [
    await listReadableProjects(ctx, organization),
    ...(rights.length > 0 ? [await listProjectsWithRights(ctx, organization, rights)] : []),
  ].filter((list) => list !== undefined);
  const ids = lists.length === 0 ? undefined : lists.reduce((one, other) => one.filter((id) => other.includes(id)));
  const linked = parseTagFilters(query, 'project-tagged');
  return listResources<StoredProject>(
    ctx,
    {
      kind: 'projects',
      scope: organization,
      ...(ids ? { ids } : {}),
      ...(names ? { names: names.split(',').map((name) => name.trim()) } : {}),
      ...(q ? { nameContains: q } : {}),
      ...(linked.length > 0 ? { linked } : {}),
    },
    (records) => renderProjects(ctx, records),
    { order: sort === '-name' ? { by: 'name', descending: true } : { by: 'name' } },
  );
};
