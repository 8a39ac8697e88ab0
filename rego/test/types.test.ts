import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileErrorOf, evaluateText } from './support.ts';

const test = suite('rego: types of rules and functions');

const invalid = (name: string, index: number) => `${name}: invalid argument(s): argument ${index} is of another type`;
const mismatch = 'match error: the two sides are of types that have no value in common';

for (const [text, expected] of [
  ['p := count(1)', `type a.rego:2:12: ${invalid('count', 1)}`],
  ['p := concat(",", ["a", 1])', `type a.rego:2:18: ${invalid('concat', 2)}`],
  ['p := "a" + "b"', `type a.rego:2:6: ${invalid('plus', 1)}`],
  ['p := {1} + {2}', `type a.rego:2:6: ${invalid('plus', 1)}`],
  ['p := lower(q)\nq := 1', `type a.rego:2:12: ${invalid('lower', 1)}`],
  ['q if input.x\np := startswith(q, "a")', `type a.rego:3:17: ${invalid('startswith', 1)}`],
  ['f(x) := x + 1\np := f("a")', `type a.rego:3:8: ${invalid('data.org.f', 1)}`],
  ['f([x, y]) := x + y\np := f([1])', `type a.rego:3:8: ${invalid('data.org.f', 1)}`],
  ['p if 1 == "a"', `type a.rego:2:6: ${mismatch}`],
  ['p if { x := 1; x == "a" }', `type a.rego:2:16: ${mismatch}`],
  ['p if not q == 1\nq if input.x', `type a.rego:2:10: ${mismatch}`],
  ['p if [1] = {1}', `type a.rego:2:6: ${mismatch}`],
  ['p if { [x, _] = [1]; x }', `type a.rego:2:8: ${mismatch}`],
  ['p := q.b\nq := {"a": 1}', 'type a.rego:2:6: undefined ref: data.org.q.b'],
  ['p := q[2]\nq := [1, 2]', 'type a.rego:2:6: undefined ref: data.org.q[2]'],
  ['p := q.a\nq := "text"', 'type a.rego:2:6: undefined ref: data.org.q.a'],
  ['p if { {"a": 1}.b }', 'type a.rego:2:8: undefined ref: ….b'],
  ['p contains x if some x in "abc"', 'type a.rego:2:27: match error: this is no collection'],
  ['p contains 1 if some null in [1]', 'type a.rego:2:22: match error: the collection has no such members'],
] as const)
  test(`refused: ${text.replaceAll('\n', '; ')}`, () => {
    assert.is(compileErrorOf(text), expected);
  });

for (const [text, expected] of [
  ['p := {"a": 1} == {"a": "1"}', false],
  ['p := 1 == "a"', false],
  ['p := [x | some x in [1, "a"]; is_string(x)]', ['a']],
  ['p if every x in [{"a": 1}] { x.b }', undefined],
  ['q[1] := "one"\nq["1"] := "text"\np := [q[1], q["1"]]', ['one', 'text']],
  ['f(x) := x + 1 if x != 0\nf("a") := 0\np := [f(2), f("a")]', [3, 0]],
  ['p := count(input.x)', undefined],
] as const)
  test(`taken: ${text.replaceAll('\n', '; ')}`, () => {
    assert.equal(evaluateText(text), expected);
  });

test('types of values that double with each rule stay small', () => {
  const chain = Array.from({ length: 60 }, (_, index) => (index ? `q${index} := [q${index - 1}, q${index - 1}]` : 'q0 := [1]')).join('\n');
  assert.is(evaluateText(`${chain}\np := 1`), 1);
});
test.run();
