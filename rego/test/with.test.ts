import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateText, errorOf, compileErrorOf } from './support.ts';

const test = suite('rego: with');

test('it replaces the input for one statement', () => {
  assert.equal(evaluateText('q := input.x\np := [a, b] { a := q with input as {"x": 2}; b := q }', { input: { x: 1 } }), [2, 1]);
});
test('or a part of it, which need not be there', () => {
  assert.equal(evaluateText('p := y { y := input with input.a.b as 7 }', { input: { a: { c: 1 }, d: 2 } }), { a: { b: 7, c: 1 }, d: 2 });
  assert.equal(evaluateText('p := y { y := input with input.a as 7 }'), { a: 7 });
});
test('it replaces given data and whole rules', () => {
  assert.is(
    evaluateText('q := data.meta.project_id\np := y { y := q with data.meta.project_id as "b" }', { data: { meta: { project_id: 'a' } } }),
    'b',
  );
  assert.is(evaluateText('q := 1\nr := q + 1\np := y { y := r with data.org.q as 5 }'), 6);
});
test('several at once, and with not', () => {
  assert.is(evaluateText('q { input.x == data.y }\np { q with input.x as 1 with data.y as 1 }'), true);
  assert.is(evaluateText('q { input.x }\np { not q with input.x as false }', { input: { x: true } }), true);
});
test('what one view found does not leak into another', () => {
  assert.equal(evaluateText('q := input\np := [x | some i in [1, 2, 3]; x := q with input as i]'), [1, 2, 3]);
});
test('variables bound under it stay bound', () => {
  assert.equal(evaluateText('p := [k, v] { some k, v in input with input.foo as "bar" }'), ['foo', 'bar']);
});
test('a function is replaced by a value for all arguments', () => {
  assert.is(evaluateText('f(x) := x\np := v if { v := f(1) + f(7) with f as 2 }'), 4);
  assert.is(evaluateText('q := count([1, 2])\np := v if v := q with count as 40'), 40);
  assert.is(evaluateText('f(x) := x\np := v if v := f(input.gone) with f as 2', { input: {} }), undefined);
});
test('a function is replaced by another one, in which it is itself again', () => {
  assert.is(evaluateText('f(x) := x\ng(x) := f(x) * 10\np := v if v := f(2) with f as g'), 20);
  assert.is(evaluateText('twice(x) := count(x) * 2\nq := count([1, 2])\np := v if v := q with count as twice'), 4);
  assert.is(evaluateText('q := lower("A")\np := v if v := q with lower as upper'), 'A');
  assert.is(evaluateText('f(x) := x\nq := f(-3)\np := v if v := q with data.org.f as abs'), 3);
});
test('and in which the other functions are themselves again', () => {
  const text = 'f(x) := 100\ng(x) := count(x)\nr := lower("ab")\nq := v if v := r with lower as g\np := v if v := q with count as f';
  assert.is(evaluateText(text), 2);
});
test('it is replaced by one that takes as many arguments, of types that fit', () => {
  assert.match(compileErrorOf('f(x) := x\ng(x, y) := x + y\np if f(1) with f as g'), /^type a\.rego:4:6: data\.org\.f: arity mismatch/);
  assert.match(
    compileErrorOf('f(x) := lower(x)\ng(x) := x + 1\np if f("a") with f as g'),
    /^type a\.rego:4:6: data\.org\.f: arity mismatch/,
  );
  assert.match(compileErrorOf('p { true with walk as 1 }'), /^compile a\.rego:2:10: `with` cannot replace the function walk$/);
  assert.is(
    compileErrorOf('p { true with http.send as {} }'),
    'unsupported a.rego:2:10: the function http.send is not in this engine: it needs a network',
  );
  assert.is(
    compileErrorOf('p { true with time.now_ns as opa.runtime }'),
    'unsupported a.rego:2:30: the function opa.runtime is not in this engine: it describes the host, or is meant for another one',
  );
  assert.match(compileErrorOf('p { true with nothing as 1 }'), /^compile a\.rego:2:10: `with` replaces existing paths/);
});
test('a part of a rule cannot be replaced', () => {
  assert.is(
    errorOf(() => evaluateText('q := {"a": 1}\np := x { x := q with data.org.q.a as 2 }')),
    'unsupported a.rego:3:10: `with` replaces the whole of the rule org.q, not a part of it',
  );
});
test.run();
