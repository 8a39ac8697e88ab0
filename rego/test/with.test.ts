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
test('a function is not replaced, and that is said', () => {
  assert.is(
    compileErrorOf('f(x) := x\np { f(1) with f as 2 }'),
    'unsupported a.rego:3:10: `with` replaces paths of `input` and `data`; to replace a function is not supported',
  );
});
test('nor is a part of a rule', () => {
  assert.is(
    errorOf(() => evaluateText('q := {"a": 1}\np := x { x := q with data.org.q.a as 2 }')),
    'unsupported a.rego:3:10: `with` replaces the whole of the rule org.q, not a part of it',
  );
});
test.run();
