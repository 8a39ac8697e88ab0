import type { BlockKind, JsonSchema } from './terraform-schemas.ts';
import { nullableSchema, typeSchema } from './type-schema.ts';

/** The format of `terraform providers schema -json`. */
export interface Attribute {
  readonly type?: unknown;
  readonly nested_type?: NestedType;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly deprecation_message?: string;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly write_only?: boolean;
  readonly sensitive?: boolean;
}
interface NestedType {
  readonly attributes?: { readonly [name: string]: Attribute };
  readonly nesting_mode?: string;
}
interface BlockType {
  readonly nesting_mode?: string;
  readonly block?: Block;
  readonly min_items?: number;
  readonly max_items?: number;
}
export interface Block {
  readonly attributes?: { readonly [name: string]: Attribute };
  readonly block_types?: { readonly [name: string]: BlockType };
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly deprecation_message?: string;
}

interface Documentation {
  readonly description?: string | undefined;
  readonly deprecated?: boolean | undefined;
  readonly deprecation_message?: string | undefined;
}
const documentationKeywords = ({ description, deprecated, deprecation_message: message }: Documentation): JsonSchema => ({
  ...(description ? { description } : {}),
  ...(deprecated === true ? { deprecated: true, ...(message ? { 'x-deprecation-message': message } : {}) } : {}),
});

/** Attributes that only the provider decides cannot be written. */
const isWritable = ({ required, optional, computed }: Attribute): boolean => required === true || optional === true || computed !== true;
const writableAttributes = (attributes: { readonly [name: string]: Attribute } = {}) =>
  Object.entries(attributes).filter(([, attribute]) => isWritable(attribute));

function nestedTypeSchema({ attributes, nesting_mode: mode }: NestedType): JsonSchema {
  const shown = writableAttributes(attributes);
  const members: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(shown.map(([name, one]) => [name, attributeSchema(one)])),
    required: shown.filter(([, one]) => one.required === true).map(([name]) => name),
    additionalProperties: false,
  };
  if (mode === 'list' || mode === 'set') return { type: 'array', items: members };
  return mode === 'map' ? { type: 'object', additionalProperties: members } : members;
}

function attributeSchema(attribute: Attribute): JsonSchema | true {
  const value = attribute.nested_type ? nestedTypeSchema(attribute.nested_type) : typeSchema(attribute.type);
  const schema = {
    ...(value === true ? {} : attribute.required === true ? value : (nullableSchema(value) as JsonSchema)),
    ...documentationKeywords(attribute),
  };
  return {
    ...schema,
    ...(attribute.write_only === true ? { writeOnly: true } : {}),
    ...(attribute.sensitive === true ? { 'x-sensitive': true } : {}),
  };
}

/** Blocks are written once (`{}`) or as a list, for any nesting mode; a map of blocks has labels first. */
const blockOrBlocks = (body: JsonSchema, { min_items: least, max_items: most }: BlockType): JsonSchema => ({
  type: ['object', 'array', 'null'],
  ...body,
  items: { type: 'object', ...body },
  ...(least ? { minItems: least } : {}),
  ...(most ? { maxItems: most } : {}),
});

/** The bodies of nested blocks are in `$defs`, because each is referred to from four places. */
function blockBodySchema(block: Block, path: string, definitions: Record<string, JsonSchema>): JsonSchema {
  const attributes = writableAttributes(block.attributes);
  const blocks = Object.entries(block.block_types ?? {});
  const properties: Record<string, JsonSchema | true> = Object.fromEntries(attributes.map(([name, one]) => [name, attributeSchema(one)]));
  const dynamic: Record<string, JsonSchema> = {};
  for (const [name, type] of blocks) {
    const key = path ? `${path}.${name}` : name;
    definitions[key] = blockBodySchema(type.block ?? {}, key, definitions);
    const body: JsonSchema = { $ref: `#/$defs/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` };
    const one = blockOrBlocks(body, type.nesting_mode === 'list' || type.nesting_mode === 'set' ? type : {});
    const deprecation = documentationKeywords({ ...type.block, description: undefined });
    properties[name] = { ...deprecation, ...(type.nesting_mode === 'map' ? { type: ['object', 'null'], additionalProperties: one } : one) };
    const generated = { type: 'object', properties: { content: blockOrBlocks(body, {}) } };
    dynamic[name] = { type: ['object', 'array'], ...deprecation, properties: generated.properties, items: generated };
  }
  if (blocks.length > 0)
    properties['dynamic'] = { type: ['object', 'array'], properties: dynamic, items: { type: 'object', properties: dynamic } };
  const needed = attributes.filter(([, one]) => one.required === true).map(([name]) => name);
  const neededBlocks = blocks
    .filter(([, { min_items: least, nesting_mode: mode }]) => (least ?? 0) > 0 && mode !== 'map')
    .map(([name]) => name);
  return {
    properties: { ...properties, '//': true },
    ...(needed.length > 0 ? { required: needed } : {}),
    additionalProperties: false,
    // A `dynamic` block can replace them.
    ...(neededBlocks.length > 0 ? { if: { not: { required: ['dynamic'] } }, then: { required: neededBlocks } } : {}),
  };
}

const kindNames: { readonly [kind in BlockKind]: string } = {
  resource: 'resource',
  data: 'data source',
  ephemeral: 'ephemeral resource',
  action: 'action',
  list: 'list resource',
  provider: 'provider',
};
/** What a block is called in messages, and the title of its schema. */
export interface BlockName {
  readonly kind: BlockKind;
  readonly title: string;
}

/** The message of a deprecated block names it: its key in a file is the name that its author gave it. */
const blockDeprecation = ({ deprecated, deprecation_message: message }: Block, { kind, title }: BlockName): JsonSchema => {
  if (deprecated !== true) return {};
  const text = `The ${kindNames[kind]} \`${title}\` is deprecated`;
  return { 'x-deprecation-message': message?.includes(title) ? message : `${text}${message ? `: ${message}` : '.'}` };
};

/** The JSON Schema (2020-12) of a block's body, with `$id` and title. */
export function blockSchema(block: Block, id: string, name: BlockName): JsonSchema {
  const definitions: Record<string, JsonSchema> = {};
  const body = blockBodySchema(block, '', definitions);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: id,
    title: name.title,
    ...documentationKeywords(block),
    ...blockDeprecation(block, name),
    type: 'object',
    ...body,
    ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}),
  };
}
