import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateText } from './support.ts';

const test = suite('rego: undefined operands of a negation');

const input = { list: ['x'], name: 'release', map: { k: 'v' }, one: 1 };
/** Whether `p` holds with this body. */
const holds = (body: string): boolean =>
  evaluateText(
    `p if { ${body} }
f(x) := x
g(x) if x == "y"
xs contains "a"`,
    { input },
  ) === true;

/** Each holds in Open Policy Agent: what is negated directly may be undefined. */
for (const body of [
  'not input.gone',
  'not input.gone.deeper[0]',
  'not input.gone == 1',
  'not input.gone = 1',
  'not 1 == input.gone',
  'not input.gone with input as {}',
  'not input.map[input.name]',
  'not startswith(input.name, "a")',
  'not input.name != "release"',
  'not input.one > 1',
  'not "y" in input.list',
  'not g(input.name)',
  'not xs["b"]',
  'not [input.one] == [2]',
  'not count(input.list) == 2',
  'not count({x | x := input.gone}) > 0',
  'not f(input.gone) with input.gone as false',
])
  test(`holds: ${body}`, () => {
    assert.is(holds(body), true);
  });

/** None of these holds: the reference is evaluated before the negation, and is undefined. */
for (const body of [
  'not startswith(input.gone, "a")',
  'not startswith("a", input.gone)',
  'not input.gone != 1',
  'not 1 != input.gone',
  'not input.gone < 1',
  'not input.one < input.gone.deeper',
  'not input.gone + 1 == 1',
  'not input.gone in input.list',
  'not "x" in input.gone',
  'not 0, input.gone in input.list',
  'not f(input.gone)',
  'not g(input.gone)',
  'not g(f(input.gone))',
  'not count(input.gone) == 0',
  'not startswith(lower(input.gone), "a")',
  'not [input.gone] == [1]',
  'not {"k": input.gone} == {}',
  'not [1, {input.gone}]',
  'not input.map[input.gone]',
  'not input.map[input.gone] == 1',
  'not input.map[lower(input.gone)]',
  'not {input.gone}["k"]',
  'not data.org.nothing[input.gone]',
  'not f(input.name) with input as {}',
  'not startswith(input.gone, "a", false)',
])
  test(`does not hold: ${body}`, () => {
    assert.is(holds(body), false);
  });

test('a policy with a missing field decides as in Open Policy Agent', () => {
  const policy = `untagged contains name if { some name, job in input.jobs; not endswith(job.image, ":1") }
p := untagged`;
  assert.equal(evaluateText(policy, { input: { jobs: { a: { image: 'x:1' }, b: { image: 'x' }, c: {} } } }), ['b']);
});
test('what is printed decides nothing, also where it is negated', () => {
  assert.is(evaluateText('p if { not print("x", input.gone) }', { input }), true);
  assert.is(evaluateText('p if { not print("x"); input.gone }', { input }), undefined);
  assert.is(evaluateText('p if { not print("x") with input as {} }', { input }), true);
});
test('a call inside a negation gives values to variables of its arguments', () => {
  assert.equal(evaluateText('p if { not g(lower(input.list[i])); i == 0 }\ng(x) if x == "y"', { input }), true);
});
test.run();
