import type { RequestContext } from '../../http/route.ts';
import type { Relationship, ResourceIdentifier } from '../../json-api/resource-object.ts';
import type { Noun } from '../declaration.ts';
import { type NounRecord, toStoredName } from '../noun-record.ts';
import { findParent } from '../require-record.ts';
import { isToMany, type NounRelationship } from './relationship.ts';

/** The kind of the links that hold a to-many relationship. */
export const linkKindOf = (noun: Noun, relationship: string): string => `${noun.kind}.${relationship}`;

type Values = ReadonlyMap<string, unknown>;

const groupIds = (pairs: readonly (readonly [record: string, target: string])[]): Values => {
  const groups = new Map<string, string[]>();
  for (const [record, target] of pairs) groups.set(record, [...(groups.get(record) ?? []), target]);
  return groups;
};

const readBody = (body: unknown, path: string): unknown =>
  path.split('.').reduce((from: any, name) => (from === null || from === undefined ? undefined : from[name]), body);

const valuesOf = (records: readonly NounRecord[], read: (record: NounRecord) => unknown): Values =>
  new Map(records.map((record) => [record.id, read(record)]));

/** IDs of the related documents by record ID: one look-up for all records. */
const loadTargets = async (
  noun: Noun,
  ctx: RequestContext,
  records: readonly NounRecord[],
  name: string,
  relationship: NounRelationship,
): Promise<Values> => {
  const ids = records.map(({ id }) => id);
  switch (relationship.direction) {
    case 'parent':
      return valuesOf(records, ({ scope }) => scope);
    case 'organization':
      return valuesOf(records, ({ body }) => body.organization);
    case 'toOne':
      return valuesOf(records, ({ body }) => body[toStoredName(name)] ?? null);
    case 'toMany':
      return groupIds((await ctx.tx.listLinks(linkKindOf(noun, name), { from: ids })).map((link) => [link.from, link.to]));
    case 'children':
      return groupIds((await ctx.tx.list({ kind: relationship.to, scope: ids })).records.map(({ id, scope }) => [scope, id]));
    case 'inverse': {
      const { path, to, sharesScope } = relationship;
      const scope = sharesScope ? { scope: [...new Set(records.map((record) => record.scope))] } : {};
      const found = (await ctx.tx.list({ kind: to, ...scope, body: [{ path, is: ids }] })).records;
      return groupIds(found.map(({ id, body }) => [readBody(body, path) as string, id]));
    }
    case 'reverse':
      return groupIds((await ctx.tx.listLinks(relationship.links, { to: ids })).map((link) => [link.to, link.from]));
    case 'loaded':
      return relationship.load(ctx, records);
  }
};

const renderData = (type: string, value: unknown): ResourceIdentifier | null | readonly ResourceIdentifier[] =>
  Array.isArray(value)
    ? value.map((id: string) => ({ id, type }))
    : value === null || value === undefined
      ? null
      : { id: value as string, type };

/** The relationships of a page's records with `data`: one look-up per relationship, independent of the number of records. */
export const loadRelationships = async (
  noun: Noun,
  ctx: RequestContext,
  records: readonly NounRecord[],
): Promise<ReadonlyMap<string, { readonly [name: string]: Relationship }>> => {
  const all = new Map(records.map(({ id }) => [id, {} as Record<string, Relationship>]));
  if (records.length === 0) return all;
  const loading = Object.entries(noun.relationships ?? {}).map(async ([name, relationship]) => ({
    name,
    relationship,
    targets: await loadTargets(noun, ctx, records, name, relationship),
  }));
  for (const { name, relationship, targets } of await Promise.all(loading)) {
    for (const record of records) {
      const type = relationship.direction === 'parent' ? findParent(noun, record).type : relationship.to;
      const value = targets.get(record.id) ?? (isToMany(relationship) ? [] : null);
      all.get(record.id)![name] = { data: renderData(type, value) };
    }
  }
  return all;
};
