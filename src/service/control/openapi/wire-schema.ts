import { type Attribute, type Attributes, type AttributeKind, pathParametersOf } from '../../../declare/index.ts';
import type { JsonSchema } from '../../../derive/index.ts';
import type { DocumentFormat } from '../../../dialects/index.ts';

/** `asked`: what a request may say; `answered`: what a document shows, of which none must be there. */
export type Side = 'asked' | 'answered';

interface Tree { [member: string]: Tree | { readonly schema: JsonSchema; readonly needed: boolean } }
const isLeaf = (node: Tree[string]): node is { readonly schema: JsonSchema; readonly needed: boolean } => 'schema' in node && 'needed' in node;

const put = (tree: Tree, path: readonly string[], schema: JsonSchema, needed: boolean): void => {
  const [first, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) { tree[first] ??= { schema, needed }; return; }
  const below = tree[first] ??= {};
  if (!isLeaf(below)) put(below, rest, schema, needed);
};

const objectOf = (tree: Tree): JsonSchema => {
  const members = Object.entries(tree);
  const needed = members.filter(([, node]) => (isLeaf(node) ? node.needed : needs(node))).map(([name]) => name);
  return {
    type: 'object', properties: Object.fromEntries(members.map(([name, node]) => [name, isLeaf(node) ? node.schema : objectOf(node)])),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
};
const needs = (tree: Tree): boolean => Object.values(tree).some((node) => (isLeaf(node) ? node.needed : needs(node)));

const orNull = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  ...(typeof schema['type'] === 'string' ? { type: [schema['type'], 'null'] } : {}),
  ...(Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}),
});

const ofKind = (dialect: DocumentFormat, kind: AttributeKind, side: Side): JsonSchema => {
  if (kind.members) return ofMembers(dialect, kind.members, side);
  if (!kind.item) return kind.json as JsonSchema;
  const { uniqueItems, ...rest } = kind.json as JsonSchema;
  return { ...rest, [kind.collection === 'map' ? 'additionalProperties' : 'items']: ofKind(dialect, kind.item, side) };
};

const ofAttribute = (dialect: DocumentFormat, attribute: Attribute, side: Side): JsonSchema => {
  const schema = ofKind(dialect, attribute.kind, side);
  return {
    ...(attribute.mode === 'required' && side === 'asked' ? schema : orNull(schema)), description: attribute.doc,
    ...(attribute.mode === 'computed' ? { readOnly: true } : {}), ...(attribute.secret || attribute.writeOnly ? { writeOnly: true } : {}),
    ...(attribute.deprecated === undefined ? {} : { deprecated: true }),
  };
};

const ofMembers = (dialect: DocumentFormat, members: Attributes, side: Side): JsonSchema => {
  const tree: Tree = {};
  for (const [name, member] of Object.entries(members)) {
    if (side === 'asked' && member.mode === 'computed') continue;
    put(tree, typeof member.at === 'string' ? member.at.split('.') : [dialect.wireName(name)], ofAttribute(dialect, member, side), side === 'asked' && member.mode === 'required');
  }
  return objectOf(tree);
};

const linkage = (type: string): JsonSchema => ({ type: ['object', 'null'], properties: { type: { type: 'string', const: type }, id: { type: 'string' } } });

/** What a declaration says of a document on the wire: its members, without the type and what stands around it. */
export const documentSchema = (dialect: DocumentFormat, attributes: Attributes, row: string, side: Side): JsonSchema => {
  const inPath = side === 'asked' ? pathParametersOf(row) : [];
  const tree: Tree = {};
  const root = dialect.root === null ? [] : [dialect.root];
  for (const [name, attribute] of Object.entries(attributes)) {
    if (attribute.local || (attribute.pathParameter && side === 'asked') || inPath.includes(name) || name === 'id' || (side === 'asked' && attribute.mode === 'computed')) continue;
    const { at } = attribute;
    const schema = ofAttribute(dialect, attribute, side);
    const needed = side === 'asked' && attribute.mode === 'required';
    if (at === undefined || typeof at === 'string') put(tree, [...root, ...(typeof at === 'string' ? at.split('.') : [dialect.wireName(name)])], schema, needed);
    else if (at.place === 'byForm') for (const path of [at.uuid, at.slug]) put(tree, [...root, ...path.split('.')], schema, false);
    else if (at.place === 'toOne') put(tree, ['relationships', at.relationship, 'data'], linkage(at.type), needed);
    else if (at.place === 'toMany') put(tree, ['relationships', at.relationship, 'data'], { type: 'array', items: { type: 'object' } }, needed);
  }
  return objectOf(tree);
};
