import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toUnicodePattern } from '../../src/compile/normalise-patterns.ts';
import { compile, isValid } from '../../src/index.ts';

const test = suite('patterns');

for (const [written, taken] of [
  ['^[a-z]+$', '^[a-z]+$'],
  ['\\p{Letter}', '\\p{Letter}'],
  ['\\d\\.\\/', '\\d\\.\\/'],
  ['^\\_', '^_'],
  ['\\-x', '-x'],
  ['a\\"b', 'a"b'],
  ["it\\'s", "it's"],
  ['\\@\\:\\=', '@:='],
  ['[\\_\\.]', '[_\\.]'],
  ['[\\w-.]', '[\\w\\-.]'],
  ['[.-\\d]', '[.\\-\\d]'],
  ['[a\\-z]', '[a\\-z]'],
  ['x\\é', 'xé'],
] as const)
  test(`${written} is taken as ${taken}`, () => assert.is(toUnicodePattern(written), taken));

for (const written of ['(', '[', 'a{2,1}', '*', '(?<a>x)(?<a>y)'])
  test(`${written} is none`, () => assert.is(toUnicodePattern(written), undefined));

/** Pieces that patterns are made of: those that mean the same in both modes, and those that only the older takes. */
const piece = fc.constantFrom(
  'a',
  'b-',
  '_',
  '.',
  '\\.',
  '\\\\',
  '\\d',
  '\\w',
  '\\s',
  '\\_',
  '\\-',
  '\\@',
  '\\"',
  '\\/',
  '[ab]',
  '[\\w-.]',
  '[.-\\d]',
  '[\\_-]',
  '[a\\-z]',
  '[^\\-]',
  '(a|\\-)',
  '\\[',
  '\\]',
  '[\\]\\-]',
  '[\\\\-]',
  '$',
  '^',
  'a*',
  '-+',
  '(?:\\_)?',
  '\\u0061',
  '\\x41',
  '\\t',
);
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'z', '-', '_', '.', '@', '"', '/', '\\', '[', ']', '1', ' ', 'A', '\t'),
  maxLength: 6,
});

test('mending a pattern changes nothing of what it matches', () => {
  let mended = 0;
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.array(text, { minLength: 8, maxLength: 8 }), (pieces, texts) => {
      const written = pieces.join('');
      const taken = toUnicodePattern(written);
      if (taken === undefined) return;
      if (taken !== written) mended += 1;
      const [older, newer] = [new RegExp(written), new RegExp(taken, 'u')];
      for (const one of texts) assert.is(newer.test(one), older.test(one), `${written} taken as ${taken}, on ${JSON.stringify(one)}`);
    }),
    { numRuns: runs(4000), includeErrorInReport: true },
  );
  assert.ok(mended > 1000, `${mended} were mended`);
});
test('one that only the older mode takes is evaluated', async () => {
  const compiled = await compile({
    properties: { a: { pattern: '^[\\w-.]+\\@x\\-y$' } },
    patternProperties: { '^x\\_': { type: 'number' } },
  });
  assert.equal(
    [
      isValid(compiled, { a: 'p.q-r@x-y' }),
      isValid(compiled, { a: 'p q@x-y' }),
      isValid(compiled, { x_1: 1 }),
      isValid(compiled, { x_1: 'x' }),
    ],
    [true, false, true, false],
  );
});
test('a pattern of code units of the older mode is one of characters now', async () =>
  assert.is(isValid(await compile({ pattern: '^.$' }), '🚢'), true));

test('patterns beside additionalProperties are on their own: groups may have one name, and back references count within one', async () => {
  for (const $schema of [
    'http://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2020-12/schema',
    'https://json-schema.org/v1',
  ]) {
    const compiled = await compile({
      $schema,
      properties: { plain: {} },
      patternProperties: { '^(?<part>a+)-\\k<part>$': {}, '^(?<part>b)$': {}, '^(c)\\1$': {} },
      additionalProperties: false,
      // Only hyperjump evaluates this.
      ...($schema.endsWith('v1') ? { propertyDependencies: {} } : {}),
    });
    const allowed = ['plain', 'aa-aa', 'b', 'cc', 'aa-a', 'c', 'cb', 'plainly'].filter((name) => isValid(compiled, { [name]: 1 }));
    assert.equal(allowed, ['plain', 'aa-aa', 'b', 'cc'], $schema);
  }
});
test('two spellings of one pattern both apply', async () => {
  const compiled = await compile({ patternProperties: { '^\\_': { type: 'string' }, '^_': { minLength: 2 } } });
  assert.equal(
    ['ab', 'a', 1].map((value) => isValid(compiled, { _x: value })),
    [true, false, false],
  );
});
test('any patterns side by side allow what each of them allows', async () => {
  const groups = fc.constantFrom('(?<one>a)', '(?<one>b)', '(?<two>a|b)', '(a)', '(?:b)', 'a', 'b', '\\k<one>', '\\1', '\\2');
  const pattern = fc
    .array(groups, { minLength: 1, maxLength: 3 })
    .map((parts) => `^${parts.join('')}$`)
    .filter((source) => toUnicodePattern(source) === source);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(pattern, { minLength: 1, maxLength: 4 }), fc.stringMatching(/^[ab]{0,4}$/), async (patterns, name) => {
      const table = Object.fromEntries(patterns.map((source) => [source, {}]));
      const compiled = await compile({ patternProperties: table, additionalProperties: false });
      assert.is(
        isValid(compiled, { [name]: 1 }),
        patterns.some((source) => new RegExp(source, 'u').test(name)),
      );
    }),
    { numRuns: runs(200) },
  );
});

test.run();
