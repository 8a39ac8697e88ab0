import fc, { type Arbitrary } from 'fast-check';

const name = fc.constantFrom('a', 'b', 'c');
const scalar = fc.constantFrom<unknown>(null, true, false, 0, 1, 2, 3.5, '', 'x', 'xy', 'ü');

/** Instances over few names and values, so that schemas over the same ones have something to say. */
export const instance: Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, fc.array(tie('value'), { maxLength: 3 }), fc.dictionary(name, tie('value'), { maxKeys: 3 })),
})).value;

const count = fc.integer({ min: 0, max: 3 });
const type = fc.constantFrom('null', 'boolean', 'number', 'integer', 'string', 'array', 'object');
const names = fc.uniqueArray(name, { maxLength: 2 });

type Schemas = Arbitrary<unknown>;

const branching = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'deprecated'];

/** Keywords that act on one another, chosen together more often than chance would. */
const groups = [
  ['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', 'dependentSchemas', ...branching],
  ['prefixItems', 'items', 'contains', 'minContains', 'unevaluatedItems', ...branching],
  ['unevaluatedItems', 'contains', 'allOf', 'anyOf'],
  ['unevaluatedProperties', 'properties', 'allOf', 'anyOf'],
];

/** Up to four keywords of 2020-12. `here` stands for subschemas of the same value, `below` for those of a part of it. */
const keywords = (here: Schemas, below: Schemas): Arbitrary<object> => {
  const all: { readonly [keyword: string]: Arbitrary<unknown> } = {
    deprecated: fc.boolean(), type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })), const: instance, enum: fc.array(instance, { minLength: 1, maxLength: 3 }),
    minimum: count, maximum: count, exclusiveMinimum: count, exclusiveMaximum: count, multipleOf: fc.constantFrom(1, 2, 0.5),
    minLength: count, maxLength: count, pattern: fc.constantFrom('^x', 'y$', '^$', '.'),
    required: names, minProperties: count, maxProperties: count, dependentRequired: fc.dictionary(name, names, { maxKeys: 2 }),
    minItems: count, maxItems: count, uniqueItems: fc.boolean(), minContains: count, maxContains: count, contains: below, prefixItems: fc.array(below, { minLength: 1, maxLength: 2 }), items: below,
    properties: fc.dictionary(name, below, { maxKeys: 3 }), patternProperties: fc.dictionary(fc.constantFrom('^a', 'b|c', '.'), below, { maxKeys: 2 }), additionalProperties: below, propertyNames: below,
    allOf: fc.array(here, { minLength: 1, maxLength: 2 }), anyOf: fc.array(here, { minLength: 1, maxLength: 3 }), oneOf: fc.array(here, { minLength: 1, maxLength: 3 }), not: here,
    if: here, then: here, else: here, dependentSchemas: fc.dictionary(name, here, { maxKeys: 2 }), unevaluatedProperties: below, unevaluatedItems: below,
  };
  return fc.oneof(fc.subarray(Object.keys(all), { minLength: 1, maxLength: 4 }), ...groups.map((group) => fc.subarray(group, { minLength: 2, maxLength: 4 })))
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((keyword) => [keyword, all[keyword] as Arbitrary<unknown>]))));
};

const target = fc.constantFrom('#/$defs/one', '#/$defs/two', '#three');
const limited = { depthSize: 0.6, maxDepth: 4, withCrossShrink: true };

/** Definitions refer to one another only below their own value, so that every evaluation ends. */
const definition = fc.letrec<{ here: unknown; below: unknown }>((tie) => ({
  here: fc.oneof(limited, fc.constantFrom<unknown>(true, { deprecated: true }, { required: ['a'], deprecated: true }), keywords(tie('here'), tie('below'))),
  below: fc.oneof(limited, fc.constantFrom<unknown>(true, false), target.map(($ref) => ({ $ref })), keywords(tie('here'), tie('below'))),
})).here.map((schema) => (typeof schema === 'object' ? schema as object : {}));

/** Schemas with every keyword of 2020-12 but `$dynamicRef`. */
export const schema: Arbitrary<object> = fc.letrec<{ here: unknown }>((tie) => ({
  here: fc.oneof(limited,
    fc.constantFrom<unknown>(true, { deprecated: true }, false), fc.record({ $ref: target, deprecated: fc.boolean() }, { requiredKeys: ['$ref'] }),
    keywords(tie('here'), tie('here'))),
})).here.chain((root) => fc.tuple(definition, definition, definition).map(([one, two, three]) => ({
  ...(typeof root === 'object' ? root : { allOf: [root] }), $defs: { one, two, three: { ...three, $anchor: 'three' } },
})));
