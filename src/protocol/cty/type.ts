import type { Schema, SchemaAttribute, Type } from '../server.ts';

/**
 * A type as this codec writes it: `withheld` always leaves as null. A write-only attribute of a plan or a state is
 * withheld, whatever the layers above say (spec of the engine: write-only values are in no plan and no state).
 */
export type Wire = 'string' | 'bool' | 'number' | 'dynamic' | readonly ['withheld'] | readonly ['list' | 'set', Wire] | readonly ['map', Wire]
  | readonly ['object', { readonly [name: string]: Wire }] | readonly ['tuple', readonly Wire[]];

const withheld = ['withheld'] as const;

/** The type of one member of a map or an object; undefined when there is none of that name. */
export const memberType = (type: Wire, name: string): Wire | undefined => {
  if (type[0] === 'map') return type[1] as Wire;
  return type[0] === 'object' && Object.hasOwn(type[1] as object, name) ? (type[1] as { readonly [name: string]: Wire })[name] : undefined;
};

interface Attributes { readonly [name: string]: SchemaAttribute }

const members = (attributes: Attributes, stored: boolean): { readonly [name: string]: Wire } =>
  Object.fromEntries(Object.entries(attributes).map(([name, one]) =>
    [name, stored && one.writeOnly === true ? withheld : attributeWire(one, stored)]));

const attributeWire = (one: SchemaAttribute, stored: boolean): Wire => {
  if (one.nested === undefined) {
    if (one.type === undefined) throw new TypeError('an attribute has neither a type nor nested attributes');
    return one.type;
  }
  const object = ['object', members(one.nested.attributes, stored)] as const;
  return one.nested.nesting === 'single' ? object : [one.nested.nesting, object];
};

const remembered = (make: (schema: Schema) => Wire) => {
  const known = new WeakMap<Schema, Wire>();
  return (schema: Schema): Wire => {
    const seen = known.get(schema);
    if (seen !== undefined) return seen;
    const wire = make(schema);
    known.set(schema, wire);
    return wire;
  };
};

/** What a configuration of this schema looks like. */
export const configType = remembered((schema) => ['object', members(schema.attributes, false)]);
/** What a plan or a state of it looks like. */
export const storedType = remembered((schema) => ['object', members(schema.attributes, true)]);

/** The engine's own spelling of a type: JSON. */
export const typeJson = (type: Type): Buffer => Buffer.from(JSON.stringify(type));
