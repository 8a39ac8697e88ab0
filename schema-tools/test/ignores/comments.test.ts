import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Settings } from '../../src/lint/judge/index.ts';
import { formatFindings, judgeText } from '../judge/judge-text.ts';

const test = suite('lint ignores: comments');

const old = { deprecated: true, 'x-deprecation-message': 'It is old.' };
const schema = { properties: { old, other: old, size: { type: 'number' } } };
const lint = async (text: string, format: 'yaml' | 'jsonc' | 'toml' = 'yaml', settings: Partial<Settings> = {}) =>
  formatFindings(await judgeText(schema, text, format, settings));

test('without a comment it is reported', async () => {
  assert.equal(await lint('old: 1\n'), ['1:1 warning deprecated /old: It is old.']);
});
test('a comment at the end of a line ignores what is found on it', async () => {
  assert.equal(await lint('old: 1 # slipway-lint-ignore deprecated -- until June\nother: 2\n'), [
    '2:1 warning deprecated /other: It is old.',
  ]);
});
test('a comment before a line ignores what is found on the next', async () => {
  assert.equal(await lint('# slipway-lint-ignore-next-line deprecated\nold: 1\nother: 2\n'), ['3:1 warning deprecated /other: It is old.']);
});
test('remarks, empty lines and other ignores may stand between', async () => {
  assert.equal(
    await lint(
      '# slipway-lint-ignore-next-line deprecated\n# slipway-lint-ignore-next-line invalid -- measured\n\n# How large.\nsize: x\n',
    ),
    ['1:1 info unused-ignore : `slipway-lint-ignore-next-line deprecated` ignores nothing: the rule finds nothing on the next line.'],
  );
});
test('without rules it ignores every rule', async () => {
  assert.equal(await lint('# slipway-lint-ignore-next-line\nsize: x\n'), []);
});
test('with several rules, by commas or blanks, each of them', async () => {
  assert.equal(await lint('{old: 1, size: x} # slipway-lint-ignore deprecated, invalid\n'), []);
  assert.equal(await lint('{old: 1, size: x} # slipway-lint-ignore deprecated invalid\n'), []);
});
test('another rule is still told', async () => {
  assert.equal(await lint('{old: 1, size: x} # slipway-lint-ignore deprecated\n'), [
    '1:10 error invalid /size: expected a number; found a string',
  ]);
});
test('a whole file', async () => {
  assert.equal(await lint('old: 1\nother: 2\nsize: x\n# slipway-lint-ignore-file deprecated\n'), [
    '3:1 error invalid /size: expected a number; found a string',
  ]);
});
test('a range, to its end or to that of the file', async () => {
  assert.equal(await lint('# slipway-lint-disable deprecated\nold: 1\n# slipway-lint-enable deprecated\nother: 2\n'), [
    '4:1 warning deprecated /other: It is old.',
  ]);
  assert.equal(await lint('old: 1\n# slipway-lint-disable\nother: 2\nsize: x\n'), ['1:1 warning deprecated /old: It is old.']);
});
test('what all rules are disabled for can be enabled one by one', async () => {
  assert.equal(await lint('# slipway-lint-disable\nold: 1\n# slipway-lint-enable deprecated\nother: 2\nsize: x\n'), [
    '4:1 warning deprecated /other: It is old.',
  ]);
});
test('in JSON with comments, by lines and by blocks', async () => {
  assert.equal(
    await lint('{\n  // slipway-lint-ignore-next-line\n  "old": 1,\n  /* slipway-lint-ignore deprecated */ "other": 2\n}\n', 'jsonc'),
    [],
  );
});
test('in a block of several lines the first that says something counts', async () => {
  assert.equal(
    await lint('{\n  /*\n   * slipway-lint-ignore-next-line deprecated\n   * -- and more words\n   */\n  "old": 1\n}\n', 'jsonc'),
    [],
  );
});
test('in TOML', async () => {
  assert.equal(await lint('# slipway-lint-ignore-next-line deprecated -- later\nold = 1\nother = 2\n', 'toml'), [
    '3:1 warning deprecated /other: It is old.',
  ]);
});
test('a text that only looks like one is none', async () => {
  assert.equal(await lint('old: "# slipway-lint-ignore"\n# not slipway-lint-ignore-file\n# slipway-lint-ignored\n'), [
    '1:1 warning deprecated /old: It is old.',
  ]);
});
test('what ignores nothing is reported, at its place', async () => {
  assert.equal(await lint('size: 1 # slipway-lint-ignore invalid\n# slipway-lint-ignore-file\n# slipway-lint-disable deprecated\n'), [
    '1:9 info unused-ignore : `slipway-lint-ignore invalid` ignores nothing: the rule finds nothing on this line.',
    '2:1 info unused-ignore : `slipway-lint-ignore-file` ignores nothing: nothing is found in this file.',
    '3:1 info unused-ignore : `slipway-lint-disable deprecated` ignores nothing: the rule finds nothing from here on.',
  ]);
});
test('of several rules the one that is not needed', async () => {
  assert.equal(await lint('old: 1 # slipway-lint-ignore deprecated, invalid\n'), [
    '1:8 info unused-ignore : `slipway-lint-ignore invalid` ignores nothing: the rule finds nothing on this line.',
  ]);
});
test('a rule that is off is not missed, one that does not exist is', async () => {
  assert.equal(await lint('size: 1 # slipway-lint-ignore unknown-field\n'), []);
  assert.equal(await lint('old: 1 # slipway-lint-ignore deprecatd\n'), [
    '1:1 warning deprecated /old: It is old.',
    '1:8 info unused-ignore : There is no rule `deprecatd` to ignore. Did you mean `deprecated`?',
  ]);
});
test('the line below is spoken of by its own words', async () => {
  assert.equal(await lint('# slipway-lint-ignore\nold: 1\n'), [
    '1:1 info unused-ignore : `slipway-lint-ignore` ignores nothing: nothing is found on this line. For the line below it is ' +
      '`slipway-lint-ignore-next-line`.',
    '2:1 warning deprecated /old: It is old.',
  ]);
});
test('an end without a beginning is reported', async () => {
  assert.equal(await lint('# slipway-lint-enable\nsize: 1\n'), [
    '1:1 info unused-ignore : `slipway-lint-enable` has no effect: there is no `slipway-lint-disable` before it.',
  ]);
});
test('that can be off, or an error', async () => {
  assert.equal(await lint('size: 1 # slipway-lint-ignore\n', 'yaml', { severities: { 'unused-ignore': 'off' } }), []);
  assert.equal(
    (await lint('size: 1 # slipway-lint-ignore\n', 'yaml', { severities: { 'unused-ignore': 'error' } })).map((line) => line.slice(0, 23)),
    ['1:9 error unused-ignore'],
  );
});
test('a text that cannot be read is reported all the same, and nothing of its ignores', async () => {
  const found = await lint('# slipway-lint-ignore-file\nold: [1\n');
  assert.equal(
    found.map((line) => line.split(' ').slice(1, 3).join(' ')),
    found.map(() => 'error syntax'),
  );
  assert.ok(found.length > 0);
});
test('kept when asked for, with what ignores it and why', async () => {
  const found = await judgeText(schema, 'old: 1 # slipway-lint-ignore -- until June\nother: 2 # slipway-lint-ignore\n', 'yaml', {
    keepSuppressed: true,
  });
  assert.equal(
    found.map(({ pointer, suppressed }) => [pointer, suppressed]),
    [
      ['/old', { by: 'comment', reason: 'until June' }],
      ['/other', { by: 'comment' }],
    ],
  );
});
test.run();
