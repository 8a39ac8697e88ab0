import { isRecord } from '../record.ts';
import type { Attribute, Attributes, AttributeKind, Linkage } from '../declare/index.ts';
import { attributeEntries, isAbsent, type Values } from '../declare/index.ts';
import type { DocumentFormat } from './document-format.ts';

const absent = Symbol('the document does not speak of it');

/** Locations of declared names by dialect, computed once, since they are used for every document. */
const wirePaths = { 'json-api': new Map<string, readonly string[]>(), 'plain-json': new Map<string, readonly string[]>() };

const wirePathOf = (dialect: DocumentFormat, name: string, at: string | undefined): readonly string[] => {
  const cached = wirePaths[dialect.name],
    key = at === undefined ? name : `at ${at}`;
  let path = cached.get(key);
  if (!path) cached.set(key, (path = at === undefined ? [dialect.wireName(name)] : at.split('.')));
  return path;
};

/** A wire value in the names of the declaration; a value of another shape stays as it is, for validation to report. */
export const decodeValue = (dialect: DocumentFormat, kind: AttributeKind, value: unknown): unknown => {
  if (isAbsent(value)) return null;
  if (kind.fromWire) return kind.fromWire(value);
  if (kind.members && isRecord(value)) {
    const out: Record<string, unknown> = {};
    for (const [name, member] of attributeEntries(kind.members)) {
      const found = readPath(dialect, value, wirePathOf(dialect, name, typeof member.at === 'string' ? member.at : undefined));
      if (found !== absent) out[name] = decodeValue(dialect, member.kind, found);
    }
    return out;
  }
  if (kind.item && kind.collection === 'map' && isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decodeValue(dialect, kind.item as AttributeKind, item)]));
  if (kind.item && Array.isArray(value)) return value.map((item) => decodeValue(dialect, kind.item as AttributeKind, item));
  return value;
};

/** Absent, unless the first segment of its path is present: then it belongs to another variant, so null. */
const readPath = (dialect: DocumentFormat, from: Values, path: readonly string[]): unknown => {
  let value: unknown = from;
  for (let depth = 0; depth < path.length; depth++) {
    const step = path[depth]!;
    if (!isRecord(value)) return depth === 0 ? absent : null;
    const key = step in value ? step : (dialect.alternativeName?.(step) ?? step);
    if (!(key in value)) return depth === 0 ? absent : null;
    value = value[key];
  }
  return value;
};

/** The first present value; null if both are. */
const firstPresent = (one: unknown, other: unknown): unknown => (one === absent || one === null ? (other === absent ? one : other) : one);

/** The value of an attribute in the document, or `absent`. */
const readAttribute = (dialect: DocumentFormat, document: Values, name: string, attribute: Attribute): unknown => {
  const root = dialect.root === null ? document : document[dialect.root];
  const at = attribute.at;
  if (at === undefined || typeof at === 'string') {
    if (name === 'id' && dialect.name === 'json-api') return document['id'] ?? absent;
    return isRecord(root) ? readPath(dialect, root, wirePathOf(dialect, name, at)) : absent;
  }
  if (at.place === 'query') return absent;
  if (at.place === 'whole') return at.flat ? Object.values(document).flat() : document;
  if (at.place === 'byForm')
    return isRecord(root) ? firstPresent(readPath(dialect, root, at.uuid.split('.')), readPath(dialect, root, at.slug.split('.'))) : absent;
  if (at.place === 'document') return document[at.name] ?? absent;
  if (at.place === 'link') return (isRecord(document['links']) ? document['links'][at.name] : null) ?? null;
  if (at.place === 'toMany' && at.read !== undefined) return isRecord(root) ? readPath(dialect, root, [at.read]) : absent;
  const place = at.place === 'own' ? at.read : at;
  const relationships = document['relationships'];
  const relationship = isRecord(relationships) ? relationships[place.relationship] : undefined;
  if (!isRecord(relationship) || !('data' in relationship)) return absent;
  const linkage = relationship['data'];
  if (place.place === 'toOne') return isRecord(linkage) && (place.type === '*' || linkage['type'] === place.type) ? linkage['id'] : null;
  if (!Array.isArray(linkage)) return absent;
  if (!linkage.every(isRecord)) return linkage;
  // Entries of a map that are only identifiers have names but no values.
  if (place.as === 'map' && linkage.length > 0 && linkage.every((item) => item['attributes'] === undefined)) return absent;
  const items = (linkage as readonly unknown[] as readonly Linkage[]).map((item) => place.item.decode(item));
  if (place.as !== 'map') return items;
  const pairs = items as readonly (readonly [unknown, unknown])[];
  return pairs.every(([key]) => typeof key === 'string') ? Object.fromEntries(pairs as readonly [string, unknown][]) : linkage;
};

/** A slug has several spellings: the requested one is kept, for any spelling in the document. */
const isSlugOfPath = ({ pathParameter, kind }: Attribute): boolean => pathParameter === true && kind.multiSegment === true;

/**
 * The attributes of one document. Absent is not null: an attribute that the document does not contain is not in the result, unless its
 * declaration has `whenAbsent`. A write-only attribute is never read; a secret returned as null or as a mask counts as unchanged.
 */
export const decodeDocument = (dialect: DocumentFormat, attributes: Attributes, document: Values): Record<string, unknown> => {
  const out: Record<string, unknown> = {};
  for (const [name, attribute] of attributeEntries(attributes)) {
    if (attribute.local || attribute.writeOnly || attribute.secret?.masked || isSlugOfPath(attribute)) continue;
    const value = readAttribute(dialect, document, name, attribute);
    if (value === absent && attribute.whenAbsent !== undefined) {
      out[name] = attribute.whenAbsent;
      continue;
    }
    if (value === absent || (attribute.secret && isAbsent(value))) continue;
    out[name] = decodeValue(dialect, attribute.kind, value);
  }
  return out;
};
