import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../src/documents/index.ts';
import { compile } from '../../src/index.ts';
import { judgeSource, type Settings } from '../../src/lint/judge/index.ts';
import { formatFindings, judgeText, judgeInput } from './judge-text.ts';

const test = suite('lint judge');
const old = { deprecated: true, 'x-deprecation-message': 'Write `now`.', 'x-replaced-by': 'now' };
const schema = { properties: { old, now: {}, size: { type: 'number' } }, patternProperties: { '^in': { $ref: '#' } } };

test('a finding has all its members, at the key of the property', async () => {
  assert.equal(await judgeText(schema, '{\n  "old": 1\n}\n'), [
    {
      file: 'a.json',
      line: 2,
      column: 3,
      endLine: 2,
      endColumn: 8,
      pointer: '/old',
      rule: 'deprecated',
      severity: 'warning',
      message: 'Write `now`.',
      replacement: 'now',
    },
  ]);
});
test('columns are in UTF-16 units, a byte order mark is in none, and lines end as people end them', async () => {
  assert.equal(formatFindings(await judgeText(schema, '\uFEFF{ "in😀": { "old": 1 },\r\n\t"old": 2,\r"size": "x" }')), [
    '1:13 warning deprecated /in😀/old: Write `now`.',
    '2:2 warning deprecated /old: Write `now`.',
    '3:1 error invalid /size: expected a number; found a string',
  ]);
});
test('findings come in the order of the text', async () => {
  assert.equal(
    formatFindings(await judgeText(schema, '{ "size": "x", "in": { "size": "y", "old": 1 }, "old": 2 }')).map((line) => line.split(' ')[0]),
    ['1:3', '1:24', '1:37', '1:49'],
  );
});
test('what is wrong with the text comes first, and what it still says after it', async () => {
  assert.equal(
    formatFindings(await judgeText(schema, '{ "old": 1, "size": 1, "size": 2 }')).map((line) => line.split(' ').slice(0, 3).join(' ')),
    ['1:24 error syntax', '1:3 warning deprecated'],
  );
});
test('a text that cannot be read has no other findings', async () => {
  const found = await judgeText(schema, '{ "old": 1, ');
  assert.equal(
    found.map(({ rule, severity, pointer }) => `${rule} ${severity} ${pointer}`),
    ['syntax error '],
  );
});
test('rules are off, on or of another severity as the settings say', async () => {
  const text = '{ "old": 1, "other": 2 }';
  const rules = async (severities: NonNullable<Settings['severities']>) =>
    formatFindings(await judgeText(schema, text, 'json', { severities })).map((line) => line.split(' ').slice(0, 3).join(' '));
  assert.equal(await rules({}), ['1:3 warning deprecated']);
  assert.equal(await rules({ deprecated: 'error', 'unknown-field': 'info' }), ['1:3 error deprecated', '1:13 info unknown-field']);
  assert.equal(await rules({ deprecated: 'off' }), []);
});
test('what an alias brings in again is reported where it is written, once, with the alias beside it', async () => {
  const found = await judgeText(schema, 'in1: &x\n  old: 1\nin2: *x\nin3: { <<: *x }\n', 'yaml');
  assert.equal(formatFindings(found), ['2:3 warning deprecated /in1/old: Write `now`.']);
  assert.equal(found[0]!.related, [
    { line: 3, column: 6, endLine: 3, endColumn: 8 },
    { line: 4, column: 12, endLine: 4, endColumn: 14 },
  ]);
});
test('a definition to which no schema applies is reported by the alias that uses it', async () => {
  const found = await judgeText(schema, 'x-template: &x\n  old: 1\nin2: *x\n', 'yaml');
  assert.equal(formatFindings(found), ['2:3 warning deprecated /in2/old: Write `now`.']);
  assert.equal(found[0]!.related, [{ line: 3, column: 6, endLine: 3, endColumn: 8 }]);
});
test('each document of a file is judged by its own schema', async () => {
  const source = await readSource('old: 1\n---\nold: 2\n---\nold: 3\n', 'yaml');
  const [one, other] = [await compile(schema), await compile({ properties: { old: { type: 'string' } } })];
  assert.equal(
    formatFindings(
      judgeSource(
        source,
        [
          { document: 0, pointer: '', compiled: one },
          { document: 2, pointer: '', compiled: other },
        ],
        { file: 'a.yaml' },
      ),
    ),
    ['1:1 warning deprecated /old: Write `now`.', '5:1 error invalid /old: expected a string; found a number'],
  );
});
test('subtrees have schemas of their own, and pointers are of the document', async () => {
  const source = await readSource('{ "resource": { "a/b": { "old": 1 } }, "old": 2 }', 'json');
  const compiled = await compile(schema);
  const place = (pointer: string) => formatFindings(judgeSource(source, [{ document: 0, pointer, compiled }], { file: 'a.json' }));
  assert.equal(place('/resource/a~1b'), ['1:26 warning deprecated /resource/a~1b/old: Write `now`.']);
  assert.equal(place('/nowhere'), []);
});
test('the same schema given twice says a thing once', async () => {
  const { source, associations, settings } = await judgeInput(schema, '{ "old": 1 }');
  assert.is(judgeSource(source, [...associations, ...associations], settings).length, 1);
});
test('what Terraform will evaluate is not known, and what does not depend on it is still told', async () => {
  const source = await readSource(
    JSON.stringify({
      size: '${var.size}',
      old: '${var.old}',
      in1: { size: 'no expression' },
      in2: { size: '$${literal}' },
      in3: { size: '%{ if x }1%{ endif }' },
    }),
    'json',
  );
  const compiled = await compile(schema);
  const told = (expressions: boolean) =>
    judgeSource(source, [{ document: 0, pointer: '', compiled, expressions }], { file: 'a.json' }).map(({ pointer }) => pointer);
  assert.equal(told(true), ['/old', '/in1/size', '/in2/size']);
  assert.equal(told(false), ['/size', '/old', '/in1/size', '/in2/size', '/in3/size']);
});
test('an absent member is marked at the first character of the object that lacks it, or at its key', async () => {
  const required = { required: ['a'], properties: { in: { required: ['a'] }, list: { items: { required: ['a'] } } } };
  const { source, associations, settings } = await judgeInput(required, '{ "in": {},\n "list": [{ "b": 1 }] }');
  assert.equal(
    judgeSource(source, associations, settings).map(({ line, column, endLine, endColumn, pointer }) => [
      line,
      column,
      endLine,
      endColumn,
      pointer,
    ]),
    [
      [1, 1, 1, 2, ''],
      [1, 3, 1, 7, '/in'],
      [2, 11, 2, 12, '/list/0'],
    ],
  );
});
test('in TOML', async () => {
  assert.equal(formatFindings(await judgeText(schema, 'size = 1\n[in1]\nold = 1\n[in2.in3]\n"size" = "x"\n', 'toml')), [
    '3:1 warning deprecated /in1/old: Write `now`.',
    '5:1 error invalid /in2/in3/size: expected a number; found a string',
  ]);
});
test('a file of 20,000 findings is judged in one pass', async () => {
  const members = Array.from({ length: 20_000 }, (_, index) => `"in${index}": { "old": ${index} }`);
  const found = await judgeText(schema, `{${members.join(',\n')}}`);
  assert.is(found.length, 20_000);
  assert.is(found[19_999]!.line, 20_000);
});
test.run();
