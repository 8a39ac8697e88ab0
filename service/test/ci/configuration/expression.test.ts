import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ExpressionFault, parseExpression, type ExpressionValue } from '../../../src/ci/configuration/index.ts';

const test = suite('expressions');

const values: { readonly [name: string]: ExpressionValue } = {
  branch: 'main',
  'a.b': 'x',
  number: 7,
  yes: true,
  no: false,
  none: undefined,
};
const lookup = (name: string): ExpressionValue => {
  if (!Object.hasOwn(values, name)) throw new ExpressionFault(`${name} is not known`);
  return values[name];
};
const value = (source: string): ExpressionValue => parseExpression(source).evaluate(lookup);
const fault = (source: string): string => {
  try {
    return `no fault: ${value(source)}`;
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    return error.message;
  }
};

const table: readonly (readonly [source: string, value: ExpressionValue])[] = [
  ['true', true],
  ['false', false],
  ['12', 12],
  ['"a b"', 'a b'],
  ['"say \\"a\\\\b\\""', 'say "a\\b"'],
  ['branch', 'main'],
  ['a.b', 'x'],
  ['branch == "main"', true],
  ['branch != "main"', false],
  ['number == 7', true],
  ['number == "7"', false],
  ['number != "7"', true],
  ['yes == true', true],
  ['branch starts-with "ma"', true],
  ['branch starts-with "ain"', false],
  ['number > 6', true],
  ['number >= 7', true],
  ['number < 7', false],
  ['number <= 6', false],
  ['branch matches /^ma.+$/', true],
  ['branch matches /ma/', false],
  ['"a/b" matches /a\\/b/', true],
  ['not yes', false],
  ['not not yes', true],
  ['not yes and no', false],
  ['not (yes and no)', true],
  ['!no', true],
  ['!yes or !no', true],
  ['yes == branch starts-with "ma"', true],
  ['no or yes and no', false],
  ['(no or yes) and yes', true],
  ['yes or unheard', true],
  ['no and unheard', false],
  ['none == none', undefined],
  ['none != "a"', undefined],
  ['none or 12', 12],
  ['"a" and none', undefined],
  ['not none', true],
  ['none starts-with 3', undefined],
];
for (const [source, expected] of table) test(`${source} is ${JSON.stringify(expected)}`, () => assert.equal(value(source), expected));

test('a malformed expression is reported with its place', () => {
  assert.is(fault('branch = "main"'), 'expected == at character 8');
  assert.is(fault('branch == "main'), 'the text that begins at character 11 has no closing "');
  assert.is(fault('branch =='), 'expected a value at character 10; found the end');
  assert.is(fault('branch branch'), 'expected the end at character 8; found branch');
  assert.is(fault('(yes'), 'expected ) at character 5; found the end');
  assert.is(fault('branch matches "main"'), 'expected a /pattern/ at character 16; found main');
  assert.is(fault('a & b'), 'did not expect "&" at character 3');
});
test('values of another kind cannot be compared', () => {
  assert.is(fault('branch > 3'), '> compares numbers; found a text');
  assert.is(fault('number starts-with "7"'), 'starts-with compares texts; found a number');
  assert.is(fault('yes matches /t/'), 'matches looks at texts; found true');
  assert.is(fault('unheard'), 'unheard is not known');
});
test('an expression knows which names it looks up', () => {
  assert.equal(parseExpression('a.b == c and not d-e').names, ['a.b', 'c', 'd-e']);
});
test.run();
