import { optionalEnumParameter } from '../../http/optional-enum-parameter.ts';
import { listResources } from '../../json-api/page.ts';
import { badRequest } from '../../http/problem.ts';
import type { RequestContext, RouteResponse } from '../../http/route.ts';
import type { LinkFilter, RecordOrder } from '../../store/record-filter.ts';
import { requireOrganization } from '../../access/permissions.ts';
import { buildProjectFilter } from '../../access/project-workspaces.ts';
import { buildReadableFilter, findReadableWorkspaces } from '../../access/readable-workspaces.ts';
import { renderWorkspaces } from './render-workspaces.ts';
import { toTagKey } from '../tags/effective-tags.ts';
import { parseTagFilters } from '../tags/tag-filters.ts';
import type { StoredWorkspace } from './stored.ts';

const sortOrders: { readonly [name: string]: RecordOrder['by'] } = {
  name: 'name',
  'current-run.created-at': { body: 'currentRun.createdAt', absentLast: true },
  'latest-change-at': { body: 'latestChangeAt' },
};
const parseSort = (query: URLSearchParams): RecordOrder | undefined => {
  const text = query.get('sort');
  if (!text) return undefined;
  const name = text.replace(/^-/, '');
  if (!Object.hasOwn(sortOrders, name))
    throw badRequest(`sort is "${text}"; expected ${Object.keys(sortOrders).join(', ')}, or one of them after a -`, 'sort');
  const by = sortOrders[name]!;
  return text.startsWith('-') ? { by, descending: true } : { by };
};

const splitList = (text: string | null): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Workspaces with every one of these flat tags (or keys of key-value tags), without any of those flat tags. */
const parseFlatTagFilters = async (ctx: RequestContext, organization: string): Promise<readonly LinkFilter[]> => {
  const named = async (names: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const ids = new Map<string, string>();
    for (const name of names) {
      const tag = await ctx.tx.getByKey('tags', organization, name);
      if (tag) ids.set(name, tag.id);
    }
    return ids;
  };
  const [with_, without] = [splitList(ctx.query.get('search[tags]')), splitList(ctx.query.get('search[exclude-tags]'))];
  const [found, excluded] = [await named(with_), [...(await named(without)).values()]];
  return [
    // The hosted service's engine looks for the keys of key-value tags by this parameter, too.
    ...with_.map((name) => ({
      kind: ['workspace-tags', 'workspace-tagged'],
      self: 'from' as const,
      other: [...(found.has(name) ? [found.get(name)!] : []), toTagKey(name)],
    })),
    ...(excluded.length === 0 ? [] : [{ kind: 'workspace-tags', self: 'from' as const, other: excluded, not: true }]),
  ];
};

/** The list of an organization's workspaces (spec 1, List query parameters), filtered and ordered by the store. */
export const listWorkspaces = async (ctx: RequestContext): Promise<RouteResponse> => {
  const {
    body: { name: organization },
  } = await requireOrganization(ctx);
  const { query } = ctx;
  const { ids, linked: readable = [] } = buildReadableFilter(await findReadableWorkspaces(ctx, organization));
  const [name, wildcard] = [query.get('search[name]'), query.get('search[wildcard-name]')];
  const [project, status] = [query.get('filter[project][id]'), query.get('filter[current-run][status]')];
  const linked = [
    ...readable,
    ...(project ? [buildProjectFilter([project])] : []),
    ...(await parseFlatTagFilters(ctx, organization)),
    ...parseTagFilters(query, 'workspace-tagged', {
      union: optionalEnumParameter(ctx, 'filter[tag-union]', ['true', 'false']) === 'true',
      bare: optionalEnumParameter(ctx, 'filter[tag-value-default-null]', ['true', 'false']) === 'true',
    }),
  ];
  const order = parseSort(query);
  return listResources<StoredWorkspace>(
    ctx,
    {
      kind: 'workspaces',
      scope: organization,
      ...(ids ? { ids } : {}),
      ...(name ? { nameContains: name } : {}),
      ...(wildcard ? { nameLike: wildcard } : {}),
      ...(linked.length > 0 ? { linked } : {}),
      ...(status ? { body: [{ path: 'currentRun.status', is: splitList(status) }] } : {}),
    },
    (records) => renderWorkspaces(ctx, records),
    order ? { order } : {},
  );
};
