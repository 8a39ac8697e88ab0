import type { BlockSchema, SchemaAttribute, CtyType } from '@slipway/declarations/block-schema';

/**
 * A type as this codec writes it: `withheld` always leaves as null. A write-only attribute of a plan or a state is always withheld
 * (specification of the engine: plans and states contain no write-only values).
 */
export type CodecType =
  | 'string'
  | 'bool'
  | 'number'
  | 'dynamic'
  | readonly ['withheld']
  | readonly ['list' | 'set', CodecType]
  | readonly ['map', CodecType]
  | readonly ['object', { readonly [name: string]: CodecType }]
  | readonly ['tuple', readonly CodecType[]];

const withheld = ['withheld'] as const;

/** The type of one member of a map or an object; undefined when there is none of that name. */
export const memberType = (type: CodecType, name: string): CodecType | undefined => {
  if (type[0] === 'map') return type[1] as CodecType;
  return type[0] === 'object' && Object.hasOwn(type[1] as object, name)
    ? (type[1] as { readonly [name: string]: CodecType })[name]
    : undefined;
};

interface SchemaAttributes {
  readonly [name: string]: SchemaAttribute;
}

const memberTypes = (attributes: SchemaAttributes, stored: boolean): { readonly [name: string]: CodecType } =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, one]) => [name, stored && one.writeOnly === true ? withheld : attributeType(one, stored)]),
  );

const attributeType = (one: SchemaAttribute, stored: boolean): CodecType => {
  if (one.nested === undefined) {
    if (one.type === undefined) throw new TypeError('an attribute has neither a type nor nested attributes');
    return one.type;
  }
  const object = ['object', memberTypes(one.nested.attributes, stored)] as const;
  return one.nested.nesting === 'single' ? object : [one.nested.nesting, object];
};

const memoizeBySchema = (make: (schema: BlockSchema) => CodecType) => {
  const known = new WeakMap<BlockSchema, CodecType>();
  return (schema: BlockSchema): CodecType => {
    const cached = known.get(schema);
    if (cached !== undefined) return cached;
    const wire = make(schema);
    known.set(schema, wire);
    return wire;
  };
};

/** What a configuration of this schema looks like. */
export const configType = memoizeBySchema((schema) => ['object', memberTypes(schema.attributes, false)]);
/** What a plan or a state of it looks like. */
export const storedType = memoizeBySchema((schema) => ['object', memberTypes(schema.attributes, true)]);

/** The engine's own spelling of a type: JSON. */
export const encodeType = (type: CtyType): Buffer => Buffer.from(JSON.stringify(type));
