import { fc } from '@slipway/test-support/seed';
import type { Attribute, Attributes, Constraint, AttributeKind } from '../../src/declare/index.ts';

/** Values of any kind, most of them invalid for any attribute. */
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    'x',
    'a b',
    'ws-1',
    'agent',
    'hc:a',
    '14d',
    '00d',
    '2026-13-01T00:00:00Z',
    '2026-01-31T12:00:00Z',
    true,
    false,
    0,
    1.5,
    -3,
    70000,
  ),
  fc.constantFrom<unknown>([], ['a'], [null], [1], {}, { a: 'b' }, { 'hc:a': 'b' }, { a: null }, [['a']], { identifier: 'a/b' }),
  fc.string({ maxLength: 8, unit: 'grapheme' }),
  fc.integer({ min: -5, max: 500 }),
  fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 }),
);

const sampleStrings: readonly string[] = [
  'a',
  'name',
  'my-name',
  'some thing',
  'a/b',
  'org/proj/_git/repo',
  '14d',
  '9999h',
  'env',
  '2026-01-31T12:00:00Z',
  '2026-02-30T23:59:59.123+01:00',
  '0 5 * * *',
  ...['ws', 'prj', 'varset', 'var', 'apool', 'sshkey', 'mod', 'nocode', 'org', 'run', 'team', 'user', 'tag', 'ot', 'ou'].map(
    (prefix) => `${prefix}-1aB`,
  ),
  '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11',
  'https://example.com/x',
  'infra',
  '~> 1.0.0',
  'main',
  '1.2.3',
  'gh/acme/web',
  'gh/acme',
];

/** A value of the kind: from its own words, from a pool that the kind accepts, or from its pattern. */
const validValue = (kind: AttributeKind): fc.Arbitrary<unknown> => {
  const json = kind.json as { enum?: readonly unknown[]; minimum?: number; maximum?: number; minItems?: number };
  if (json.enum) return fc.constantFrom(...json.enum);
  if (kind.members) return configuration(kind.members, []);
  if (kind.item && kind.collection === 'map')
    return fc.dictionary(fc.constantFrom('a', 'b', 'hc:a', 'cost center', 'd_1', 'branch', 'tag'), anyValue(kind.item), { maxKeys: 4 });
  if (kind.item) return fc.array(anyValue(kind.item), { maxLength: 3, minLength: json.minItems ?? 0 });
  if (kind.type === 'bool') return fc.boolean();
  if (kind.type === 'number') return fc.integer({ min: json.minimum ?? -5, max: json.maximum ?? 1000 });
  const pool = sampleStrings.filter((word) => kind.accepts(word));
  return pool.length > 0 ? fc.constantFrom(...pool) : oddValue;
};

const anyValue = (kind: AttributeKind): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 40, arbitrary: validValue(kind) }, { weight: 1, arbitrary: oddValue });

const notWritten = Symbol('not written');

const attributeValue = (attribute: Attribute, often: boolean): fc.Arbitrary<unknown> => {
  if (attribute.mode === 'computed')
    return fc.oneof({ weight: 200, arbitrary: fc.constant<unknown>(notWritten) }, { weight: 1, arbitrary: oddValue });
  const silent = attribute.mode === 'required' ? 1 : often ? 12 : 60;
  return fc.oneof(
    { weight: silent, arbitrary: fc.constant<unknown>(notWritten) },
    { weight: attribute.mode === 'required' ? 1 : 4, arbitrary: fc.constant<unknown>(null) },
    { weight: attribute.mode === 'required' ? 60 : 20, arbitrary: anyValue(attribute.kind) },
  );
};

/** Realistic documents: mostly valid, with attributes of rules more often, and occasionally an unknown name. */
export const configuration = (attributes: Attributes, constraints: readonly Constraint[]): fc.Arbitrary<Record<string, unknown>> => {
  const ruled = new Set(constraints.flatMap((constraint) => constraint.paths.map((name) => name.split('.')[0])));
  const members = Object.entries(attributes).map(([name, attribute]) =>
    attributeValue(attribute, ruled.has(name)).map((value) => [name, value] as const),
  );
  const stranger = fc
    .oneof({ weight: 40, arbitrary: fc.constant<unknown>(notWritten) }, { weight: 1, arbitrary: oddValue })
    .map((value) => ['no_such_attribute', value] as const);
  return fc.tuple(...members, stranger).map((entries) => Object.fromEntries(entries.filter(([, value]) => value !== notWritten)));
};
