import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateText } from './support.ts';

const test = suite('rego: bodies');
const jobs = { jobs: { build: { size: 'large', steps: ['a', 'b'] }, lint: { size: 'small', steps: [] } } };

test('only false and undefined values do not hold', () => {
  assert.is(evaluateText('p { 0; ""; null; []; {} }'), true);
  assert.is(evaluateText('p { false }'), undefined);
  assert.is(evaluateText('p { input.x.y.z }', { input: { x: 1 } }), undefined);
});
test('a variable in brackets iterates over a collection', () => {
  assert.equal(evaluateText('p[name] { input.jobs[name].size == "large" }', { input: jobs }), ['build']);
  assert.equal(evaluateText('p := [s | s := input.jobs[_].steps[_]]', { input: jobs }), ['a', 'b']);
  assert.equal(
    evaluateText('p := {[i, j] | input[i][j] == 1}', {
      input: [
        [0, 1],
        [1, 0],
      ],
    }),
    [
      [0, 1],
      [1, 0],
    ],
  );
});
test('sets are indexed by their members', () => {
  assert.equal(evaluateText('s := {"a", "b"}\np := [s["a"], [x | s[x]]]'), ['a', ['a', 'b']]);
});
test('a missing member is undefined: no index before the first, none after the last', () => {
  assert.is(evaluateText('p := input[-1]', { input: [1] }), undefined);
  assert.is(evaluateText('p := input[1]', { input: [1] }), undefined);
  assert.is(evaluateText('p := input["0"]', { input: [1] }), undefined);
  assert.is(evaluateText('p := input.a.b', { input: { a: 'text' } }), undefined);
});
test('some … in: values, or keys and values', () => {
  assert.equal(evaluateText('p := [x | some x in ["b", "a"]]'), ['b', 'a']);
  assert.equal(evaluateText('p := [[i, x] | some i, x in ["b", "a"]]'), [
    [0, 'b'],
    [1, 'a'],
  ]);
  assert.equal(evaluateText('p := [[k, v] | some k, v in {"x": 1}]'), [['x', 1]]);
  assert.equal(evaluateText('p := {[k, v] | some k, v in {"m"}}'), [['m', 'm']]);
  assert.equal(
    evaluateText('p := [x | some {"on": true, "n": x} in input]', {
      input: [
        { on: true, n: 1 },
        { on: false, n: 2 },
      ],
    }),
    [1],
  );
  assert.is(evaluateText('p { some x in input; x == x }', { input: 5 }), undefined);
});
test('in tests membership and is false for a value that is not a collection', () => {
  assert.equal(evaluateText('p := [1 in [1], 1 in {1}, 1 in {"k": 1}, "k" in {"k": 1}, 1 in 5, "a" in "abc"]'), [
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  assert.equal(evaluateText('p := [("k", 1 in {"k": 1}), (0, "x" in ["x"]), (1, "x" in ["x"])]'), [true, true, false]);
});
test('every holds for all members, and for none at all', () => {
  assert.is(evaluateText('p if every x in [1, 2] { x > 0 }'), true);
  assert.is(evaluateText('p if every x in [1, 2] { x > 1 }'), undefined);
  assert.is(evaluateText('p if every k, v in {"a": "a"} { k == v }'), true);
  assert.is(evaluateText('p if every x in [] { x != x }'), true);
  assert.is(evaluateText('p if every _ in input.nothing { true }'), undefined);
  assert.is(evaluateText('p if every x in "text" { x != "" }'), undefined);
  assert.is(evaluateText('p if { limit := 3; every x in [1, 2] { y := x + 1; y <= limit } }'), true);
});
test('not holds when its statement has no solution', () => {
  assert.is(evaluateText('p if not input.x'), true);
  assert.is(evaluateText('q := false\np if not q'), true);
  assert.is(evaluateText('p if { x := 3; not x == 4; not x in [4] }'), true);
  // The call is made before the negation, and is undefined.
  assert.is(evaluateText('p if not to_number("x") == 1'), undefined);
});
test('statements may stand in any order in which they can be evaluated', () => {
  assert.is(evaluateText('p := z { z = y + 1; y = x * 2; x = 5 }'), 11);
  assert.equal(evaluateText('p := {n | not blocked[n]; n = input[_]}\nblocked := {"b"}', { input: ['a', 'b', 'c'] }), ['a', 'c']);
});
test('so can the parts of one statement', () => {
  assert.equal(evaluateText('p := [x | x == input[x]]', { input: [0, 5, 2] }), [0, 2]);
  assert.equal(evaluateText('p := [[x, v] | [x, v] = [x, input[x]]]', { input: ['a'] }), [[0, 'a']]);
  assert.equal(
    evaluateText('p := {k | some k, v in {"a": "b", "b": "b"}; v == {"a": "b", "b": "b"}[k]; input[k][v]}', { input: { a: { b: 1 } } }),
    ['a'],
  );
});
test('some declares a new variable even when a rule has its name', () => {
  assert.is(evaluateText('x := 1\np := y { some x; x = 2; y := x }'), 2);
  assert.is(evaluateText('x := 1\np := y { y := x }'), 1);
});
test('the same name in a rule means one variable, inside comprehensions too', () => {
  assert.equal(evaluateText('p := {k: vs | some k; input[k]; vs := [v | v := input[k][_]]}', { input: { a: [1], b: [2, 3] } }), {
    a: [1],
    b: [2, 3],
  });
});
test('this also holds when the comprehension comes first', () => {
  assert.equal(evaluateText('p := ys { ys := [y | y := x * 2]; x = 3 }'), [6]);
});
test('a wildcard is another variable each time', () => {
  assert.is(evaluateText('p { [_, _] = [1, 2] }'), true);
});
test.run();
