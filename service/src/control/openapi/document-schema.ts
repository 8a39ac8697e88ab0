import { type Attribute, type Attributes, type AttributeKind, pathParametersOf } from '@slipway/declarations/declare';
import type { JsonSchema } from '@slipway/declarations/derive';
import type { DocumentFormat } from '@slipway/declarations/dialects';

/** The message that a schema describes. In the schema of a response no member is required. */
export type MessageSide = 'request' | 'response';

interface SchemaTree {
  [member: string]: SchemaTree | { readonly schema: JsonSchema; readonly needed: boolean };
}
const isLeaf = (node: SchemaTree[string]): node is { readonly schema: JsonSchema; readonly needed: boolean } =>
  'schema' in node && 'needed' in node;

const insertSchema = (tree: SchemaTree, path: readonly string[], schema: JsonSchema, needed: boolean): void => {
  const [first, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) {
    tree[first] ??= { schema, needed };
    return;
  }
  const below = (tree[first] ??= {});
  if (!isLeaf(below)) insertSchema(below, rest, schema, needed);
};

const toObjectSchema = (tree: SchemaTree): JsonSchema => {
  const members = Object.entries(tree);
  const needed = members.filter(([, node]) => (isLeaf(node) ? node.needed : hasRequired(node))).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, node]) => [name, isLeaf(node) ? node.schema : toObjectSchema(node)])),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
};
const hasRequired = (tree: SchemaTree): boolean => Object.values(tree).some((node) => (isLeaf(node) ? node.needed : hasRequired(node)));

const allowNull = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  ...(typeof schema['type'] === 'string' ? { type: [schema['type'], 'null'] } : {}),
  ...(Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}),
});

/** Limits of what a configuration may write. A response can have what others wrote, with another client or in another dialect. */
const writeLimits = new Set([
  'const',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'anyOf',
]);
const withoutLimits = ({ enum: values, ...schema }: JsonSchema): JsonSchema => ({
  ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => !writeLimits.has(keyword))),
  ...(Array.isArray(values) ? { examples: values } : {}),
});

const describeKind = (dialect: DocumentFormat, kind: AttributeKind, side: MessageSide): JsonSchema => {
  if (kind.members) return describeMembers(dialect, kind.members, side);
  const json = side === 'response' ? withoutLimits(kind.json as JsonSchema) : (kind.json as JsonSchema);
  if (!kind.item) return json;
  const { uniqueItems: _uniqueItems, ...rest } = json;
  return { ...rest, [kind.collection === 'map' ? 'additionalProperties' : 'items']: describeKind(dialect, kind.item, side) };
};

const describeAttribute = (dialect: DocumentFormat, attribute: Attribute, side: MessageSide): JsonSchema => {
  const schema = describeKind(dialect, attribute.kind, side);
  return {
    ...(attribute.mode === 'required' && side === 'request' ? schema : allowNull(schema)),
    description: attribute.doc,
    ...(attribute.mode === 'computed' ? { readOnly: true } : {}),
    ...(attribute.secret || attribute.writeOnly ? { writeOnly: true } : {}),
    ...(attribute.deprecated === undefined ? {} : { deprecated: true }),
  };
};

const describeMembers = (dialect: DocumentFormat, members: Attributes, side: MessageSide): JsonSchema => {
  const tree: SchemaTree = {};
  for (const [name, member] of Object.entries(members)) {
    if (side === 'request' && member.mode === 'computed') continue;
    insertSchema(
      tree,
      typeof member.at === 'string' ? member.at.split('.') : [dialect.wireName(name)],
      describeAttribute(dialect, member, side),
      side === 'request' && member.mode === 'required',
    );
  }
  return toObjectSchema(tree);
};

const describeLinkage = (type: string, side: MessageSide): JsonSchema => ({
  type: ['object', 'null'],
  properties: { type: { type: 'string', ...(side === 'request' ? { const: type } : { examples: [type] }) }, id: { type: 'string' } },
});

/** The members of a resource's document on the wire, without its type and its envelope. */
export const buildDocumentSchema = (dialect: DocumentFormat, attributes: Attributes, row: string, side: MessageSide): JsonSchema => {
  const inPath = side === 'request' ? pathParametersOf(row) : [];
  const tree: SchemaTree = {};
  const root = dialect.root === null ? [] : [dialect.root];
  for (const [name, attribute] of Object.entries(attributes)) {
    if (
      attribute.local ||
      (attribute.pathParameter && side === 'request') ||
      inPath.includes(name) ||
      name === 'id' ||
      (side === 'request' && attribute.mode === 'computed')
    )
      continue;
    const { at } = attribute;
    const schema = describeAttribute(dialect, attribute, side);
    const needed = side === 'request' && attribute.mode === 'required';
    if (at === undefined || typeof at === 'string')
      insertSchema(tree, [...root, ...(typeof at === 'string' ? at.split('.') : [dialect.wireName(name)])], schema, needed);
    else if (at.place === 'byForm') for (const path of [at.uuid, at.slug]) insertSchema(tree, [...root, ...path.split('.')], schema, false);
    else if (at.place === 'toOne') insertSchema(tree, ['relationships', at.relationship, 'data'], describeLinkage(at.type, side), needed);
    else if (at.place === 'toMany')
      insertSchema(tree, ['relationships', at.relationship, 'data'], { type: 'array', items: { type: 'object' } }, needed);
  }
  return toObjectSchema(tree);
};
