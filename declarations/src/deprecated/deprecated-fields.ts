import { type AnnotationSchema, deprecatedLocations, load, unescapePointerToken, unknown } from '@slipway/schema-tools/load';
import { type Attributes, isUnknown, type AttributeKind, type Values } from '../declare/index.ts';
import { type Block, type AttributePath, formatPath } from '../derive/index.ts';
import { blockKey } from './block-key.ts';
import { packed } from './generated/schemas.ts';

/** A deprecated field that values use. */
export interface DeprecatedField {
  /** Empty: the block itself is deprecated. Of a field in an element of a set, the set. */
  readonly path: AttributePath;
  /** A message such as `"vcs_repo.branch" is deprecated`. */
  readonly summary: string;
  /** What to write instead, in the declaration's words. */
  readonly detail: string;
}

/** Compiled schemas by key, as `npm run generate` writes them. */
export type Schemas = typeof packed;

const compiledSchemas = new WeakMap<object, AnnotationSchema>();

const compiledSchema = (key: string, schemas: Schemas): AnnotationSchema | undefined => {
  const schema = Object.hasOwn(schemas, key) ? schemas[key] : undefined;
  if (!schema) return undefined;
  const compiled = compiledSchemas.get(schema) ?? load(schema);
  compiledSchemas.set(schema, compiled);
  return compiled;
};

/** Whether any part of a block can be deprecated; if not, its values need no evaluation. */
export const hasDeprecations = (block: Pick<Block, 'form' | 'name'>): boolean => Object.hasOwn(packed, blockKey(block));

const readDeprecatedAttributes = ({ root, nodes }: Schemas[string]): ReadonlySet<string> | undefined => {
  const rules = nodes[root];
  if (!Array.isArray(rules) || !rules.every(([keyword]) => keyword === 'properties')) return undefined;
  return new Set(rules.flatMap(([, , members]) => Object.keys(members as object)));
};

const deprecatedAttributes = new WeakMap<object, ReadonlySet<string> | undefined>();

/**
 * The attributes of a block that can be deprecated: values without them need no evaluation. Undefined: any attribute can be, because the
 * block's schema does not list them.
 */
export const findDeprecatedAttributes = (block: Pick<Block, 'form' | 'name'>): ReadonlySet<string> | undefined => {
  const schema = packed[blockKey(block)];
  if (!schema) return new Set();
  if (!deprecatedAttributes.has(schema)) deprecatedAttributes.set(schema, readDeprecatedAttributes(schema));
  return deprecatedAttributes.get(schema);
};

/**
 * Values as the evaluator takes them: what is not known yet carries its own mark there. As deep as the declaration, however deep a request
 * nests.
 */
const toInstance = (value: unknown, { members, item }: Pick<AttributeKind, 'members' | 'item'> = {}): unknown => {
  if (isUnknown(value)) return unknown;
  if (Array.isArray(value)) return item ? value.map((one) => toInstance(one, item)) : value;
  if (typeof value !== 'object' || value === null || (!members && !item)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toInstance(one, item ?? members?.[name]?.kind)]));
};

/** The location of a field: `path` ends at the first set, whose elements have no address; `inside` is the rest. */
interface FieldLocation {
  readonly path: AttributePath;
  readonly pathInElement?: AttributePath;
}

/** Converts a pointer such as `/vcs_repo/branch` to a location; the declaration decides what is a member, an index or a key. */
const fieldLocation = (attributes: Attributes, pointer: string): FieldLocation => {
  let members: Attributes | undefined = attributes;
  let kind: AttributeKind | undefined;
  let set: number | undefined;
  const path = pointer
    .split('/')
    .slice(1)
    .map((escaped, index) => {
      const step = unescapePointerToken(escaped);
      if (members) {
        kind = members[step]?.kind;
        members = kind?.members;
        return step;
      }
      if (kind?.collection === 'set') set ??= index;
      const place = kind?.collection === 'map' ? { key: step } : Number(step);
      kind = kind?.item;
      members = kind?.members;
      return place;
    });
  return set === undefined ? { path } : { path: path.slice(0, set), pathInElement: path.slice(set + 1) };
};

const describeField = ({ form, name }: Pick<Block, 'form' | 'name'>, { path, pathInElement: inside }: FieldLocation): string => {
  if (path.length === 0) return `The ${form} "${name}"`;
  if (inside === undefined) return `"${formatPath(path)}"`;
  return `${inside.length > 0 ? `"${formatPath(inside)}" of an` : 'An'} element of "${formatPath(path)}"`;
};

/**
 * The deprecated fields that a block's values use: found by evaluating its schema, never from a list of names. Members with the value null
 * count as used: a caller for which null means absent must omit them.
 */
export const deprecatedFields = (
  block: Pick<Block, 'form' | 'name' | 'attributes'>,
  values: Values,
  schemas: Schemas = packed,
): readonly DeprecatedField[] => {
  const compiled = compiledSchema(blockKey(block), schemas);
  if (!compiled) return [];
  const fields = new Map<string, DeprecatedField>();
  for (const { pointer, message } of deprecatedLocations(compiled, toInstance(values, { members: block.attributes }))) {
    const place = fieldLocation(block.attributes, pointer);
    const summary = `${describeField(block, place)} is deprecated`;
    fields.set(summary, { path: place.path, summary, detail: message });
  }
  return [...fields.values()];
};
