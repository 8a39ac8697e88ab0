import { besideCheck } from '../http/beside-check.ts';
import { badRequest } from '../http/problem.ts';
import type { RequestContext, RouteResponse } from '../http/route.ts';
import { listUnreadable } from '../json-api/hide-unreadable.ts';
import { listResources } from '../json-api/page.ts';
import type { BodyCondition, RecordFilter, RecordOrder } from '../store/record-filter.ts';
import type { Noun } from './declaration.ts';
import { type NounBody, toStoredName } from './noun-record.ts';
import type { NounParent, NounScope } from './parents/noun-parent.ts';
import type { ToManyRelationship } from './relationships/relationship.ts';
import { linkKindOf } from './relationships/load-relationships.ts';
import { renderDocuments } from './render-documents.ts';

/** `name`, `-created-at`: of the attributes that are declared as sortable. Throws 400. */
export const parseSort = (noun: Noun, ctx: RequestContext): RecordOrder | undefined => {
  const text = ctx.query.get('sort');
  if (!text) return undefined;
  const descending = text.startsWith('-');
  const name = descending ? text.slice(1) : text;
  const sortable = Object.keys(noun.attributes).filter((one) => noun.attributes[one]!.sort);
  if (!sortable.includes(name))
    throw badRequest(`sort is ${JSON.stringify(text)}; expected ${sortable.join(', ')}, each with or without -`, 'sort');
  return { by: name === 'name' ? 'name' : { body: toStoredName(name) }, ...(descending ? { descending } : {}) };
};

const parseAttributeFilters = (noun: Noun, ctx: RequestContext): readonly BodyCondition[] =>
  Object.entries(noun.attributes).flatMap(([name, { filter, kind }]): readonly BodyCondition[] => {
    const text = filter === undefined ? null : ctx.query.get(filter);
    if (text === null || text === '') return [];
    const path = toStoredName(name);
    if (kind.type !== 'bool') return [{ path, is: text.split(',') }];
    if (text !== 'true' && text !== 'false') throw badRequest(`${filter} is ${JSON.stringify(text)}; expected true or false`, filter);
    return [{ path, is: text === 'true' }];
  });

const readFilter = ({ filter, filterAlias }: ToManyRelationship, { query }: RequestContext): string | null =>
  (filter === undefined ? null : query.get(filter)) || (filterAlias === undefined ? null : query.get(filterAlias));

/**
 * The ID of the object that a filter names. An object that the caller cannot read counts as missing: otherwise the list would reveal it.
 */
const findTarget = async (ctx: RequestContext, type: string, organization: string, name: string): Promise<string | undefined> => {
  const found = await ctx.tx.getByKey(type, organization, name);
  return found && (await listUnreadable(ctx, type, [found.id])).length === 0 ? found.id : undefined;
};

const parseLinkFilters = async (
  noun: Noun,
  ctx: RequestContext,
  parent: Promise<NounScope>,
): Promise<NonNullable<RecordFilter['linked']>> => {
  const conditions: { kind: string; self: 'from'; other: readonly string[] }[] = [];
  for (const [name, relationship] of Object.entries(noun.relationships ?? {})) {
    const text = relationship.direction === 'toMany' ? readFilter(relationship, ctx) : null;
    if (!text) continue;
    if (relationship.direction === 'toMany' && relationship.filterUnless !== undefined) continue;
    const target = await findTarget(ctx, relationship.to, (await parent).organization, text);
    conditions.push({ kind: linkKindOf(noun, name), self: 'from', other: target === undefined ? [] : [target] });
  }
  return conditions;
};

/** IDs of the records that pass the filters of relationships which some have with everything. Undefined: there is no such filter. */
const findWideMatches = async (
  noun: Noun,
  ctx: RequestContext,
  scope: string,
  parent: Promise<NounScope>,
): Promise<readonly string[] | undefined> => {
  let ids: readonly string[] | undefined;
  for (const [name, relationship] of Object.entries(noun.relationships ?? {})) {
    if (relationship.direction !== 'toMany' || relationship.filterUnless === undefined) continue;
    const text = readFilter(relationship, ctx);
    if (!text) continue;
    const path = toStoredName(relationship.filterUnless);
    const target = await findTarget(ctx, relationship.to, (await parent).organization, text);
    if (target === undefined) return [];
    const wide = await ctx.tx.list({ kind: noun.kind, scope, body: [{ path, is: true }] });
    const links = await ctx.tx.listLinks(linkKindOf(noun, name), { to: target });
    const found = [...wide.records.map(({ id }) => id), ...links.map(({ from }) => from)];
    ids = ids === undefined ? found : found.filter((id) => ids!.includes(id));
  }
  return ids;
};

const listScope = async (noun: Noun, parent: NounParent, ctx: RequestContext, required: Promise<NounScope>): Promise<RouteResponse> => {
  const scope = parent.scopeOf(ctx);
  const search = noun.attributes['name']?.search;
  const nameContains = search === undefined ? undefined : ctx.query.get(search);
  const order = parseSort(noun, ctx);
  const body = parseAttributeFilters(noun, ctx);
  const linked = await parseLinkFilters(noun, ctx, required);
  const visible = await parent.listVisible?.(ctx, scope);
  const matching = await findWideMatches(noun, ctx, scope, required);
  const ids = visible && matching ? matching.filter((id) => visible.includes(id)) : (matching ?? visible);
  return listResources<NounBody>(
    ctx,
    {
      kind: noun.kind,
      scope,
      ...(ids ? { ids } : {}),
      ...(nameContains ? { nameContains } : {}),
      ...(body.length > 0 ? { body } : {}),
      ...(linked.length > 0 ? { linked } : {}),
    },
    (records) => renderDocuments(noun, ctx, records),
    order ? { order } : {},
  );
};

/** The children of the parent in the path: a page, searched, filtered and sorted as the noun declares. */
export const listRecords = async (noun: Noun, parent: NounParent, ctx: RequestContext): Promise<RouteResponse> => {
  const required = parent.requireScope(ctx, 'read');
  return besideCheck(required, listScope(noun, parent, ctx, required));
};
