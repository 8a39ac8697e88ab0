import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Format } from '../../src/documents/index.ts';
import { readSource } from '../../src/documents/index.ts';
import { compile } from '../../src/index.ts';
import { fix, addEdits } from '../../src/lint/fix/index.ts';
import { judgeSource, type Settings } from '../../src/lint/judge/index.ts';
import { judgeInput } from '../judge/judge-text.ts';

const test = suite('lint fix');

const to = (name: string, members: object = {}) => ({ deprecated: true, 'x-replaced-by': name, ...members });
const schema = {
  properties: {
    city: to('place'),
    place: {},
    'old key': { deprecated: true, 'x-replaced-by': 'new key' },
    'new key': {},
    in: { $ref: '#' },
  },
  patternProperties: { '^x': { $ref: '#' } },
};

const mended = async (given: unknown, text: string, format: Format = 'json', settings: Partial<Settings> = {}): Promise<string> => {
  const { source, associations, settings: whole } = await judgeInput(given, text, format, settings);
  return (await fix(source, associations, whole)).text;
};

test('a key gets the name of its replacement; every other byte stays', async () => {
  assert.is(
    await mended(schema, '\uFEFF{\r\n\t"city" : "Riga",   "x": [ 1,2 ]\r\n}\r\n'),
    '\uFEFF{\r\n\t"place" : "Riga",   "x": [ 1,2 ]\r\n}\r\n',
  );
});
test('in each format with its comments and its own spelling of keys', async () => {
  assert.is(await mended(schema, '{ // a\n  "city": 1, /* b */ "old key": 2, }', 'jsonc'), '{ // a\n  "place": 1, /* b */ "new key": 2, }');
  assert.is(
    await mended(schema, '# a\ncity: Riga # b\n\'old key\':  "2"\nin: { "city": 1 }\n', 'yaml'),
    '# a\nplace: Riga # b\n\'new key\':  "2"\nin: { "place": 1 }\n',
  );
  assert.is(
    await mended(schema, '# a\ncity = "Riga" # b\n"old key" = 2\n[in]\ncity = 1\n', 'toml'),
    '# a\nplace = "Riga" # b\n"new key" = 2\n[in]\nplace = 1\n',
  );
});
test('what was mended is reported with its place', async () => {
  const { source, associations, settings } = await judgeInput(schema, '{ "city": 1, "in": { "city": 2 } }');
  assert.equal(
    (await fix(source, associations, settings)).fixed.map(({ line, column, pointer, replacement }) => [line, column, pointer, replacement]),
    [
      [1, 3, '/city', 'place'],
      [1, 22, '/in/city', 'place'],
    ],
  );
});
test('nothing to mend leaves the text as it is', async () => {
  assert.is(await mended(schema, '{ "place": 1 }'), '{ "place": 1 }');
  assert.is(await mended(schema, ''), '');
});
test('a name that is there already is not written a second time', async () => {
  assert.is(await mended(schema, '{ "city": 1, "place": 2 }'), '{ "city": 1, "place": 2 }');
});
test('a replacement that the schema does not declare is not written', async () => {
  assert.is(await mended({ properties: { city: to('place') } }, '{ "city": 1 }'), '{ "city": 1 }');
});
test('a value that the other field does not take stays', async () => {
  assert.is(await mended({ properties: { city: to('place'), place: { type: 'object' } } }, '{ "city": "Riga" }'), '{ "city": "Riga" }');
  assert.is(
    await mended({ properties: { city: to('place'), place: { properties: { old: { deprecated: true } } } } }, '{ "city": { "old": 1 } }'),
    '{ "city": { "old": 1 } }',
  );
});
test('a neighbour that needs the old name keeps it', async () => {
  assert.is(await mended({ properties: { city: to('place'), place: {} }, required: ['city'] }, '{ "city": 1 }'), '{ "city": 1 }');
  assert.is(
    await mended({ properties: { city: to('place'), place: {} }, dependentSchemas: { place: { required: ['zip'] } } }, '{ "city": 1 }'),
    '{ "city": 1 }',
  );
  assert.is(
    await mended(
      {
        properties: { city: to('place'), place: {}, kind: {} },
        if: { required: ['place'] },
        then: { properties: { kind: { deprecated: true } } },
      },
      '{ "city": 1, "kind": 2 }',
    ),
    '{ "city": 1, "kind": 2 }',
  );
});
test('a fault that was there before is no obstacle', async () => {
  assert.is(
    await mended({ properties: { city: to('place'), place: {}, size: { type: 'number' } } }, '{ "city": 1, "size": "x" }'),
    '{ "place": 1, "size": "x" }',
  );
});
test('a fault inside what moves along is the same fault', async () => {
  const inner = { properties: { size: { type: 'number' } } };
  assert.is(
    await mended({ properties: { city: { ...inner, ...to('place') }, place: inner } }, '{ "city": { "size": "x" } }'),
    '{ "place": { "size": "x" } }',
  );
});
test('several in one object: each that can be, without the one that cannot', async () => {
  const many = { properties: { a: to('b'), b: {}, c: to('d'), d: { type: 'string' }, e: to('f'), f: {} } };
  assert.is(await mended(many, '{ "a": 1, "c": 2, "e": 3 }'), '{ "b": 1, "c": 2, "f": 3 }');
});
test('of two that want one name the first gets it', async () => {
  assert.is(
    await mended({ properties: { a: to('c'), b: to('c'), c: {} } }, '{ "b": 1, "a": 2 }').then((text) => (text.match(/"c"/g) ?? []).length),
    1,
  );
});
test('two that are wrong only together are mended one by one', async () => {
  const pair = { properties: { a: to('x'), x: {}, b: to('y'), y: {} }, not: { required: ['x', 'y'] } };
  assert.is(await mended(pair, '{ "a": 1, "b": 2 }'), '{ "x": 1, "b": 2 }');
});
test('two that are right only together are mended together', async () => {
  const pair = { properties: { a: to('x'), x: {}, b: to('y'), y: {} }, dependentRequired: { x: ['y'], y: ['x'] } };
  assert.is(await mended(pair, '{ "a": 1, "b": 2 }'), '{ "x": 1, "y": 2 }');
});
test('a replacement that is deprecated itself leads on, and a circle of them leads nowhere', async () => {
  assert.is(await mended({ properties: { a: to('b'), b: to('c'), c: {} } }, '{ "a": 1 }'), '{ "c": 1 }');
  assert.is(await mended({ properties: { a: to('b'), b: to('a') } }, '{ "a": 1 }'), '{ "a": 1 }');
  assert.is(await mended({ properties: { a: to('b'), b: { deprecated: true } } }, '{ "a": 1 }'), '{ "a": 1 }');
});
test('a name in between that is there is not passed by', async () => {
  assert.is(await mended({ properties: { a: to('b'), b: to('c'), c: {} } }, '{ "a": 1, "b": 2 }'), '{ "a": 1, "c": 2 }');
});
test('what is below a renamed key is renamed too, and what is known only after a rename', async () => {
  assert.is(
    await mended({ properties: { city: { ...to('place'), $ref: '#' }, place: { $ref: '#' } } }, '{ "city": { "city": { "city": 1 } } }'),
    '{ "place": { "place": { "place": 1 } } }',
  );
  const later = { properties: { city: to('place'), place: { properties: { old: to('now'), now: {} } } } };
  assert.is(await mended(later, '{ "place": { "old": 1 } }'), '{ "place": { "now": 1 } }');
});
test('in YAML what an anchor, an alias or a merge shares stays', async () => {
  const text = 'x1: &a\n  city: 1\nx2: *a\nx3:\n  <<: *a\n  zip: 1\nx4:\n  city: 2\n';
  assert.is(await mended(schema, text, 'yaml'), text.replace('  city: 2', '  place: 2'));
});
test('in TOML a key that is written in several places stays', async () => {
  const tables = { properties: { city: to('place'), place: {} } };
  assert.is(await mended(tables, 'city.a = 1\ncity.b = 2\n', 'toml'), 'city.a = 1\ncity.b = 2\n');
});
test('several documents of a file, each by its schema', async () => {
  assert.is(await mended(schema, 'city: 1\n---\ncity: 2\n', 'yaml'), 'place: 1\n---\nplace: 2\n');
});
test('a subtree with a schema of its own, in an object whose key is renamed', async () => {
  const source = await readSource('{ "city": { "inner": { "a": 1 } } }', 'json');
  const associations = [
    { document: 0, pointer: '', compiled: await compile(schema) },
    { document: 0, pointer: '/city/inner', compiled: await compile({ properties: { a: to('b'), b: {} } }) },
  ];
  assert.is((await fix(source, associations, { file: 'a.json' })).text, '{ "place": { "inner": { "b": 1 } } }');
});
test('what is ignored, or whose rule is off, is left alone', async () => {
  assert.is(
    await mended(schema, 'city: 1 # slipway-lint-ignore\nin:\n  city: 2\n', 'yaml'),
    'city: 1 # slipway-lint-ignore\nin:\n  place: 2\n',
  );
  assert.is(await mended(schema, '{ "city": 1 }', 'json', { ignore: [{ pointers: '/city' }] }), '{ "city": 1 }');
  assert.is(await mended(schema, '{ "city": 1 }', 'json', { severities: { deprecated: 'off' } }), '{ "city": 1 }');
});
test('a misspelled field is a guess, and not mended', async () => {
  assert.is(
    await mended({ properties: { place: {} } }, '{ "palce": 1 }', 'json', { severities: { 'unknown-field': 'error' } }),
    '{ "palce": 1 }',
  );
});
test('what only its description calls deprecated is mended where that rule is on', async () => {
  const prose = { properties: { city: { description: 'Deprecated alias of `place`.' }, place: {} } };
  assert.is(await mended(prose, '{ "city": 1 }'), '{ "city": 1 }');
  assert.is(await mended(prose, '{ "city": 1 }', 'json', { severities: { 'prose-only': 'info' } }), '{ "place": 1 }');
});
test('a text that cannot be read whole is not touched, nor is a key that is there twice', async () => {
  assert.is(await mended(schema, '{ "city": 1, '), '{ "city": 1, ');
  assert.is(await mended(schema, '{ "city": 1, "city": 2 }'), '{ "city": 1, "city": 2 }');
});
test('a thousand in one file, and a thousand that cannot be, are settled', async () => {
  const text = `{${Array.from({ length: 1000 }, (_, index) => `"x${index}": { "city": ${index} }`).join(', ')}}`;
  assert.is(await mended(schema, text), text.replaceAll('"city"', '"place"'));
  assert.is(
    await mended({ properties: { city: to('place'), place: { type: 'string' } }, patternProperties: { '^x': { $ref: '#' } } }, text),
    text,
  );
});
test('names that need quotes get them', async () => {
  const odd = { properties: { a: to('true'), true: {} } };
  assert.is(await mended(odd, 'a: 1\n', 'yaml'), '"true": 1\n');
});
test('findings get their safe edits, and only those', async () => {
  const given = { properties: { city: to('place'), place: {}, a: to('b'), b: { type: 'string' } } };
  const { source, associations, settings } = await judgeInput(given, 'city: 1\na: 2\n', 'yaml');
  const found = await addEdits(judgeSource(source, associations, settings), source, associations, settings);
  assert.equal(
    found.map(({ pointer, replacement, edit }) => [pointer, replacement, edit]),
    [
      ['/city', 'place', { line: 1, column: 1, endLine: 1, endColumn: 5, text: 'place' }],
      ['/a', 'b', undefined],
    ],
  );
});
test.run();
