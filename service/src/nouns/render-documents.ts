import type { RequestContext } from '../http/route.ts';
import type { ResourceObject } from '../json-api/resource-object.ts';
import type { Noun, NounAttribute } from './declaration.ts';
import { type NounRecord, toStoredName } from './noun-record.ts';
import { loadRelationships } from './relationships/load-relationships.ts';

const readAttribute = (
  ctx: RequestContext,
  record: NounRecord,
  name: string,
  attribute: NounAttribute,
  values: ReadonlyMap<string, unknown> | undefined,
): unknown => {
  if (values) return values.get(record.id) ?? attribute.default ?? null;
  const value = attribute.value?.(record, ctx);
  // What is computed may be null although there is a default.
  if (value !== undefined) return value;
  return record.body[toStoredName(name)] ?? attribute.default ?? null;
};

const renderSelf = (noun: Noun, { id, scope }: NounRecord): string =>
  `/api/v2${noun.itemPath.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(name === noun.idParameter ? id : scope))}`;

/** The documents of a page's records, with every declared attribute (but secrets) and relationship. */
export const renderDocuments = async (
  noun: Noun,
  ctx: RequestContext,
  records: readonly NounRecord[],
): Promise<readonly ResourceObject[]> => {
  const attributes = Object.entries(noun.attributes).filter(([, { secret, value }]) => !secret || value !== undefined);
  const loaded = new Map<string, ReadonlyMap<string, unknown>>();
  const loading = attributes.flatMap(([name, { load }]) => (load && records.length > 0 ? [{ name, values: load(ctx, records) }] : []));
  const [relationships] = await Promise.all([
    loadRelationships(noun, ctx, records),
    ...loading.map(async ({ name, values }) => void loaded.set(name, await values)),
  ]);
  return records.map((record) => ({
    id: record.id,
    type: noun.type,
    attributes: Object.fromEntries(
      attributes.map(([name, attribute]) => [name, readAttribute(ctx, record, name, attribute, loaded.get(name))]),
    ),
    ...(noun.relationships ? { relationships: relationships.get(record.id)! } : {}),
    links: { self: renderSelf(noun, record), ...noun.links?.(record, ctx) },
  }));
};

export const renderNounDocument = async (noun: Noun, ctx: RequestContext, record: NounRecord): Promise<ResourceObject> =>
  (await renderDocuments(noun, ctx, [record]))[0]!;
