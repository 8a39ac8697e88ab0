import type { Attribute, Attributes, AttributeKind } from '../declare/index.ts';
import { isAbsent, isUnknown, uuid, type Values } from '../declare/index.ts';
import type { DocumentFormat } from './document-format.ts';

type JsonObject = Record<string, unknown>;

/**
 * A value as the wire spells it. `prior` decides which null members of an object are sent: those that clear something. A member that the
 * service is to choose is not sent.
 */
export const encodeValue = (dialect: DocumentFormat, kind: AttributeKind, value: unknown, prior: unknown = null): unknown => {
  if (isAbsent(value)) return null;
  if (kind.members) return encodeMembers(dialect, kind.members, value as Values, ((kind.replaced ? null : prior) ?? {}) as Values);
  if (kind.item && kind.collection === 'map')
    return Object.fromEntries(
      Object.entries(value as Values).map(([key, item]) => [
        key,
        encodeValue(dialect, kind.item as AttributeKind, item, (prior as Values | null)?.[key]),
      ]),
    );
  if (kind.item) return (value as readonly unknown[]).map((item) => encodeValue(dialect, kind.item as AttributeKind, item));
  return value;
};

const encodeMembers = (dialect: DocumentFormat, members: Attributes, value: Values, prior: Values): JsonObject => {
  const out: JsonObject = {};
  for (const [name, member] of Object.entries(members)) {
    if (member.mode === 'computed' || isUnknown(value[name]) || (isAbsent(value[name]) && isAbsent(prior[name]))) continue;
    setPath(
      out,
      typeof member.at === 'string' ? member.at.split('.') : [dialect.wireName(name)],
      encodeValue(dialect, member.kind, value[name], prior[name]),
    );
  }
  return out;
};

const setPath = (out: JsonObject, path: readonly string[], value: unknown): void => {
  const [first, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) out[first] = value;
  else setPath((out[first] ??= {}) as JsonObject, rest, value);
};

/** The elements of a to-many value: a set as it is, a map as pairs. */
export const elementsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : isAbsent(value) ? [] : Object.entries(value as Values);

export interface EncodingOptions {
  readonly type: string;
  readonly attributes: Attributes;
  readonly values: Values;
  /** The attributes that the request contains. */
  readonly names: readonly string[];
  readonly prior?: Values | null;
  /** For an update: the document's ID. */
  readonly id?: string;
}

/** The request body with the attributes `names`. Callers must not name local or computed attributes or path parameters. */
export const encodeDocument = (dialect: DocumentFormat, { type, attributes, values, names, prior, id }: EncodingOptions): JsonObject => {
  const data: JsonObject = dialect.name === 'json-api' ? { ...(id === undefined ? {} : { id }), type } : {};
  const root = (): JsonObject => (dialect.root === null ? data : ((data[dialect.root] ??= {}) as JsonObject));
  for (const name of names) {
    const attribute = attributes[name] as Attribute;
    const value = values[name];
    const at = attribute.at;
    if (at === undefined || typeof at === 'string')
      setPath(
        root(),
        typeof at === 'string' ? at.split('.') : [dialect.wireName(name)],
        encodeValue(dialect, attribute.kind, value, prior?.[name]),
      );
    else if (at.place === 'byForm') setPath(root(), (uuid.accepts(value) ? at.uuid : at.slug).split('.'), value ?? null);
    else if (at.place === 'own') setPath(root(), [at.name], value ?? null);
    else if (at.place === 'toOne') setRelationship(data, at.relationship, isAbsent(value) ? null : { type: at.type, id: value });
    else if (at.place === 'toMany')
      setRelationship(
        data,
        at.relationship,
        elementsOf(value).map((element) => at.item.encode(element)),
      );
  }
  if (dialect.name === 'json-api') {
    root();
    return { data };
  }
  return data;
};

/** Two attributes may name one relationship: the one with a value wins. */
const setRelationship = (data: JsonObject, relationship: string, linkage: unknown): void => {
  const all = (data['relationships'] ??= {}) as JsonObject;
  if (linkage === null && all[relationship] !== undefined) return;
  all[relationship] = { data: linkage };
};
