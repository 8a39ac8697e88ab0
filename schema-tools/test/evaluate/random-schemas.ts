import { fc } from '@slipway/test-support/seed';
import { drafts } from './official-suite.ts';

/** Few names and values, so that random schemas often apply to random instances. */
const name = fc.constantFrom('a', 'b', 'c');
const scalar = fc.constantFrom<unknown>(null, true, false, 0, 1, 2, 3.5, '', 'x', 'xy', 'ü');

export const instances: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

/** Objects and lists more often than scalars, because applicators ignore scalars. */
export const containers: fc.Arbitrary<unknown> = fc.oneof(
  instances,
  fc.dictionary(name, instances, { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
  fc.array(instances, { minLength: 1, maxLength: 3 }),
);

type Draft = (typeof drafts)[number]['folder'];
type Schemas = fc.Arbitrary<unknown>;
interface Keywords {
  readonly [keyword: string]: fc.Arbitrary<unknown>;
}

const count = fc.integer({ min: 0, max: 3 });
const types = ['null', 'boolean', 'number', 'integer', 'string', 'array', 'object'] as const;
const type = fc.oneof(fc.constantFrom<string>(...types), fc.uniqueArray(fc.constantFrom<string>(...types), { minLength: 1, maxLength: 3 }));
const names = (minLength: number) => fc.uniqueArray(name, { minLength, maxLength: 2 });
const table = (of: Schemas, maxKeys = 2) => fc.dictionary(name, of, { maxKeys, noNullPrototype: true });
const list = (of: Schemas, maxLength = 2) => fc.array(of, { minLength: 1, maxLength });
const different = (values: fc.Arbitrary<unknown>) =>
  fc.uniqueArray(values, { minLength: 1, maxLength: 3, selector: (value) => JSON.stringify(value) });

/** What every draft has. `here` stands for schemas of the same value, `below` for those of a part of it. */
const everywhere = (here: Schemas, below: Schemas): Keywords => ({
  deprecated: fc.boolean(),
  title: fc.constantFrom('one', 'two'),
  'x-note': fc.constantFrom(1, 2),
  type,
  enum: different(instances),
  multipleOf: fc.constantFrom(1, 2, 0.5),
  minLength: count,
  maxLength: count,
  pattern: fc.constantFrom('^x', 'y$', '^$', '.'),
  minProperties: count,
  maxProperties: count,
  minItems: count,
  maxItems: count,
  uniqueItems: fc.boolean(),
  properties: table(below, 3),
  patternProperties: fc.dictionary(fc.constantFrom('^a', 'b|c', '.'), below, { maxKeys: 2, noNullPrototype: true }),
  additionalProperties: below,
  allOf: list(here),
  anyOf: list(here, 3),
  oneOf: list(here, 3),
  not: here,
});
const limits: Keywords = { minimum: count, maximum: count, exclusiveMinimum: count, exclusiveMaximum: count };
const openLimits: Keywords = { minimum: count, maximum: count, exclusiveMinimum: fc.boolean(), exclusiveMaximum: fc.boolean() };
const oldItems = (below: Schemas): Keywords => ({ items: fc.oneof(below, list(below)), additionalItems: below });
const newItems = (below: Schemas): Keywords => ({ prefixItems: list(below), items: below });
const dependencies = (here: Schemas, least: number): Keywords => ({ dependencies: table(fc.oneof(here, names(least))) });
const dependents = (here: Schemas): Keywords => ({ dependentSchemas: table(here), dependentRequired: table(names(0)) });
const conditions = (here: Schemas): Keywords => ({ if: here, then: here, else: here });
const since6 = (below: Schemas): Keywords => ({ required: names(0), const: instances, contains: below, propertyNames: below });
const since2019 = (here: Schemas, below: Schemas): Keywords => ({
  ...dependents(here),
  ...conditions(here),
  minContains: count,
  maxContains: count,
  unevaluatedProperties: below,
  unevaluatedItems: below,
});

export const keywordsOf: { readonly [draft in Draft]: (here: Schemas, below: Schemas) => Keywords } = {
  draft4: (here, below) => ({
    ...everywhere(here, below),
    ...openLimits,
    ...oldItems(below),
    ...dependencies(here, 1),
    required: names(1),
  }),
  draft6: (here, below) => ({ ...everywhere(here, below), ...limits, ...oldItems(below), ...dependencies(here, 0), ...since6(below) }),
  draft7: (here, below) => ({
    ...everywhere(here, below),
    ...limits,
    ...oldItems(below),
    ...dependencies(here, 0),
    ...since6(below),
    ...conditions(here),
  }),
  'draft2019-09': (here, below) => ({
    ...everywhere(here, below),
    ...limits,
    ...oldItems(below),
    ...since6(below),
    ...since2019(here, below),
  }),
  'draft2020-12': (here, below) => ({
    ...everywhere(here, below),
    ...limits,
    ...newItems(below),
    ...since6(below),
    ...since2019(here, below),
  }),
  v1: (here, below) => ({ ...everywhere(here, below), ...limits, ...newItems(below), ...since6(below), ...since2019(here, below) }),
};

const branching = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependencies', 'deprecated'];
/** Keywords that act on one another, chosen together more often than chance would. */
const groups = [
  ['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', ...branching],
  ['prefixItems', 'items', 'additionalItems', 'contains', 'minContains', 'maxContains', 'unevaluatedItems', ...branching],
  ['unevaluatedItems', 'contains', 'allOf', 'anyOf', 'oneOf'],
  ['unevaluatedProperties', 'properties', 'allOf', 'anyOf', 'oneOf', 'if', 'then'],
  ['if', 'then', 'else', 'deprecated'],
  ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
];

/** Up to four keywords. Draft 4 asks for a limit beside the word whether it is excluded. */
const some = (all: Keywords): fc.Arbitrary<object> => {
  const known = (group: readonly string[]): string[] => group.filter((keyword) => Object.hasOwn(all, keyword));
  return fc
    .oneof(
      fc.subarray(Object.keys(all), { minLength: 1, maxLength: 4 }),
      ...groups
        .map(known)
        .filter((group) => group.length > 3)
        .map((group) => fc.subarray(group, { minLength: 2, maxLength: 4 })),
    )
    .chain(
      (chosen) =>
        fc.record(Object.fromEntries(chosen.map((keyword) => [keyword, all[keyword]!]))) as fc.Arbitrary<{ [keyword: string]: unknown }>,
    )
    .map((schema) => {
      for (const limit of ['minimum', 'maximum']) {
        const open = limit.replace('m', 'exclusiveM');
        if (typeof schema[open] === 'boolean' && !Object.hasOwn(schema, limit)) schema[limit] = 1;
      }
      return schema;
    });
};

const home = 'https://example.com/root';
const limited = { depthSize: 0.6, maxDepth: 4, withCrossShrink: true };
const everything = (draft: Draft) =>
  draft === 'draft4' ? fc.constantFrom<unknown>({}, { not: {} }) : fc.constantFrom<unknown>(true, false);

/** References that a place below may hold: to the root, to definitions by pointer, anchor and identifier, and dynamic ones. */
const references = (draft: Draft, definitions: string): fc.Arbitrary<object> => {
  const targets = [`${home}#/${definitions}/one`, `${home}#/${definitions}/two`, `${home}#three`, home, 'https://example.com/other'];
  const plain = fc.constantFrom(...targets).map(($ref): object => ({ $ref }));
  if (draft === 'draft2019-09') return fc.oneof(plain, fc.constant<object>({ $recursiveRef: '#' }));
  return draft === 'draft2020-12' ? fc.oneof(plain, fc.constant<object>({ $dynamicRef: 'https://example.com/other#node' })) : plain;
};

/**
 * Schemas of a draft, with all its keywords. Definitions refer to others only below their own value, so that every
 * evaluation ends; one of them is a resource of its own.
 */
export const schemasOfDraft = (draft: Draft): fc.Arbitrary<object> => {
  const definitions = draft === 'draft4' || draft === 'draft6' || draft === 'draft7' ? 'definitions' : '$defs';
  const id = draft === 'draft4' ? 'id' : '$id';
  const reference = references(draft, definitions);
  const all = keywordsOf[draft];
  const plain = fc.constantFrom<unknown>({ deprecated: true }, { required: ['a'], deprecated: true }, { title: 'one' });
  const nested = fc.letrec<{ definition: unknown; below: unknown; root: unknown }>((tie) => ({
    definition: fc.oneof(limited, everything(draft), plain, some(all(tie('definition'), tie('below')))),
    below: fc.oneof(limited, everything(draft), reference, some(all(tie('definition'), tie('below')))),
    root: fc.oneof(
      limited,
      plain,
      fc
        .tuple(fc.constantFrom('one', 'two'), fc.subarray(['deprecated']))
        .map(([target, beside]) => ({ $ref: `${home}#/${definitions}/${target}`, ...(beside.length > 0 ? { deprecated: true } : {}) })),
      some(all(tie('root'), tie('below'))),
    ),
  }));
  const anchored = (schema: object): object => {
    if (draft === 'draft4') return { id: '#three', ...schema };
    return { ...(definitions === 'definitions' ? { $id: '#three' } : { $anchor: 'three' }), ...schema };
  };
  const dynamic = draft === 'draft2019-09' ? { $recursiveAnchor: true } : draft === 'draft2020-12' ? { $dynamicAnchor: 'node' } : {};
  const asObject = (schema: unknown): object => (typeof schema === 'object' ? (schema as object) : {});
  return fc
    .tuple(nested.root, nested.definition, nested.definition, nested.definition, nested.definition, fc.boolean(), fc.boolean())
    .map(([root, one, two, three, other, isRoot, isOther]) => ({
      // Beside $ref, drafts up to 7 ignore everything: then the reference stands one step below.
      ...(definitions === 'definitions' && Object.hasOwn(root as object, '$ref') ? { allOf: [root] } : asObject(root)),
      [id]: home,
      ...(isRoot ? dynamic : {}),
      [definitions]: {
        one: asObject(one),
        two: asObject(two),
        three: anchored(asObject(three)),
        other: {
          [id]: 'other',
          ...asObject(other),
          ...(isOther ? dynamic : {}),
          ...(draft === 'draft2020-12' ? { $dynamicAnchor: 'node' } : {}),
        },
      },
    }));
};
