import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations, collect, compile, isValid } from '../../schema-tools/src/legacy.ts';

/** `pointer: value`, in the order found. */
const titles = (schema: object, instance: unknown, mode: 'strict' | 'lenient' = 'strict') =>
  annotations(schema, instance, { keyword: 'title', mode }).map(({ pointer, value }) => `${pointer}: ${value as string}`).sort();

const t = (title: string, more: object = {}) => ({ title, ...more });

const where = suite('annotations: where they apply');

where('a property that is there has them, an absent one has none', () => {
  const schema = { properties: { a: t('A'), b: t('B') } };
  assert.equal(titles(schema, { a: 1 }), ['/a: A']);
  assert.equal(titles(schema, {}), []);
  assert.equal(titles(schema, []), []);
});

where('the root has them at the empty pointer', () => assert.equal(titles(t('Root'), 5), [': Root']));

where('names are escaped as RFC 6901 has it', () => assert.equal(titles({ additionalProperties: t('X') }, { 'a/b': 1, 'c~d': 2, '': 3 }), ['/: X', '/a~1b: X', '/c~0d: X']));

where('pattern properties and the rest', () =>
  assert.equal(titles({ properties: { a: t('A') }, patternProperties: { '^b': t('B') }, additionalProperties: t('C') }, { a: 1, bb: 2, c: 3 }), ['/a: A', '/bb: B', '/c: C']));

where('prefix items and the rest', () => assert.equal(titles({ prefixItems: [t('A')], items: t('B') }, [1, 2, 3]), ['/0: A', '/1: B', '/2: B']));

where('contains: the items that match', () => assert.equal(titles({ contains: { type: 'number', title: 'N' } }, ['x', 1, 'y', 2]), ['/1: N', '/3: N']));

where('property names have no place of their own', () => assert.equal(titles({ propertyNames: t('N') }, { a: 1 }), []));

where('references, anchors and embedded resources', () => {
  const schema = {
    $id: 'https://example.com/root', properties: { a: { $ref: '#/$defs/x' }, b: { $ref: '#y' }, c: { $ref: 'inner' }, d: { $ref: 'inner#/$defs/z' } },
    $defs: { x: t('X'), y: t('Y', { $anchor: 'y' }), inner: { $id: 'inner', title: 'I', $defs: { z: t('Z') } } },
  };
  assert.equal(titles(schema, { a: 1, b: 1, c: 1, d: 1 }), ['/a: X', '/b: Y', '/c: I', '/d: Z']);
});

where('a recursive schema, as deep as the instance', () =>
  assert.equal(titles({ title: 'Node', properties: { next: { $ref: '#' } } }, { next: { next: {} } }), ['/next/next: Node', '/next: Node', ': Node']));

where('a dynamic reference means the outermost anchor on the way', () => {
  const list = { $id: 'https://example.com/list', items: { $dynamicRef: '#item' }, $defs: { any: { $dynamicAnchor: 'item', title: 'Any' } } };
  const texts = { $id: 'https://example.com/texts', $ref: 'list', $defs: { text: { $dynamicAnchor: 'item', title: 'Text' } } };
  const schemas = { 'https://example.com/list': list };
  assert.equal(annotations(texts, ['a'], { keyword: 'title', schemas }).map((hit) => hit.value), ['Text']);
  assert.equal(annotations(list, ['a'], { keyword: 'title' }).map((hit) => hit.value), ['Any']);
});

where('other schemas are known when they are given', () => assert.equal(
  annotations({ $ref: 'https://example.com/other#/$defs/a' }, 1, { keyword: 'title', schemas: { 'https://example.com/other': { $defs: { a: t('A') } } } })
    .map(({ pointer, value, location }) => ({ pointer, value, location })),
  [{ pointer: '', value: 'A', location: 'https://example.com/other#/$defs/a' }],
));

where('the subschema comes along, with its place', () => {
  const [hit] = annotations({ $id: 'urn:example:x', properties: { 'a b': { deprecated: true, 'x-why': 'old' } } }, { 'a b': 1 }, { keyword: 'deprecated' });
  assert.equal(hit, { pointer: '/a b', value: true, schema: { deprecated: true, 'x-why': 'old' }, location: 'urn:example:x#/properties/a%20b' });
});

where('any keyword can be collected, unknown ones too', () => assert.equal(annotations({ 'x-y': [1] }, null, { keyword: 'x-y' }).map((hit) => hit.value), [[1]]));

where('what is about strings is told of strings', () => {
  const schema = { contentMediaType: 'application/json', contentSchema: { type: 'object' } };
  assert.is(annotations(schema, '{}', { keyword: 'contentSchema' }).length, 1);
  assert.is(annotations(schema, 5, { keyword: 'contentSchema' }).length, 0);
  assert.is(annotations({ contentSchema: true }, '{}', { keyword: 'contentSchema' }).length, 0);
});

where.run();

// ---

const branches = suite('annotations: branches');

const number = (title: string) => ({ type: 'number', title });
const string = (title: string) => ({ type: 'string', title });

branches('anyOf: all that pass', () => assert.equal(titles({ anyOf: [t('A'), number('N'), string('S')] }, 1), [': A', ': N']));
branches('oneOf: the one that passes', () => assert.equal(titles({ oneOf: [number('N'), string('S')] }, 'x'), [': S']));
branches('oneOf: two that pass are none', () => assert.equal(titles({ anyOf: [{ oneOf: [t('A'), t('B')] }, t('C')] }, 1), [': C']));
branches('not: never', () => assert.equal(titles({ not: { not: t('A') } }, 1), []));
branches('if, when it passes, and then', () => {
  const schema = { if: number('If'), then: t('Then'), else: t('Else') };
  assert.equal(titles(schema, 1), [': If', ': Then']);
  assert.equal(titles(schema, 'x'), [': Else']);
});
branches('if alone', () => assert.equal(titles({ if: number('If') }, 1), [': If']));
branches('dependent schemas, when the property is there', () => {
  const schema = { dependentSchemas: { a: t('A') } };
  assert.equal(titles(schema, { a: 1 }), [': A']);
  assert.equal(titles(schema, { b: 1 }), []);
});
branches('unevaluated properties: what no neighbour and no passing branch evaluated', () => {
  const schema = { properties: { a: true }, anyOf: [{ properties: { b: { type: 'number' } } }, { properties: { c: true }, required: ['c'] }], unevaluatedProperties: t('U') };
  assert.equal(titles(schema, { a: 1, b: 2, c: 3, d: 4 }), ['/d: U']);
  assert.equal(titles(schema, { a: 1, b: 'x', c: 3 }), ['/b: U']);
});
branches('unevaluated properties, once said to be evaluated, are', () => {
  assert.is(isValid({ allOf: [{ unevaluatedProperties: true }], unevaluatedProperties: false }, { a: 1 }), true);
  assert.is(isValid({ allOf: [{ properties: { a: true } }], unevaluatedProperties: false }, { a: 1, b: 2 }), false);
  assert.is(isValid({ allOf: [{ unevaluatedItems: true }], unevaluatedItems: false }, [1]), true);
});
branches('unevaluated items: what prefixes and contains leave', () =>
  assert.equal(titles({ prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: t('U') }, [1, 'x', 2]), ['/2: U']));

branches.run();

// ---

const modes = suite('annotations: strict and lenient');

const flawed = { properties: { old: t('Old', { type: 'string' }), port: { type: 'number' } }, required: ['name'] };

modes('strict: an invalid instance has none', () => assert.equal(titles(flawed, { old: 'x', port: 'eighty' }), []));
modes('lenient: what is certain survives a failing neighbour, its own failure and a missing property', () => {
  assert.equal(titles(flawed, { old: 'x', port: 'eighty' }, 'lenient'), ['/old: Old']);
  assert.equal(titles(flawed, { old: 5 }, 'lenient'), ['/old: Old']);
});
modes('lenient: through references, allOf, items and dependent schemas', () => {
  const schema = { items: { $ref: '#/$defs/a', type: 'object' }, $defs: { a: { allOf: [{ dependentSchemas: { b: t('B', { type: 'array' }) } }] } } };
  assert.equal(titles(schema, [{ b: 1 }, 5], 'lenient'), ['/0: B']);
});
modes('lenient: failed branches drop theirs all the same', () => {
  assert.equal(titles({ anyOf: [string('S')] }, 1, 'lenient'), []);
  assert.equal(titles({ oneOf: [t('A'), t('B')] }, 1, 'lenient'), []);
  assert.equal(titles({ oneOf: [{ properties: { a: t('A') }, required: ['b'] }, number('N')] }, { a: 1 }, 'lenient'), []);
  assert.equal(titles({ contains: number('N'), minContains: 2 }, [1, 'x'], 'lenient'), []);
  assert.equal(titles({ if: { properties: { a: t('If', { type: 'number' }) } }, then: t('Then') }, { a: 'x' }, 'lenient'), []);
});
modes('lenient: what is left over in a place that failed already is not certain', () => {
  const schema = { properties: { a: { type: 'number' } }, unevaluatedProperties: t('U') };
  assert.equal(titles(schema, { a: 'x', b: 1 }, 'lenient'), []);
  assert.equal(titles(schema, { a: 1, b: 1 }, 'lenient'), ['/b: U']);
});
modes('a compiled schema answers for many instances, in both modes', () => {
  const compiled = compile(flawed, 'title');
  assert.is(collect(compiled, { old: 'x' }).length, 0);
  assert.is(collect(compiled, { old: 'x' }, 'lenient').length, 1);
  assert.is(collect(compiled, { old: 'x', name: 1 }).length, 1);
});

modes.run();
