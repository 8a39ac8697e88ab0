import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateText, errorOf, evaluateExpression } from './support.ts';

const test = suite('rego: comprehensions');

test('an array comprehension keeps order and duplicates, a set comprehension neither', () => {
  assert.equal(evaluateExpression('[x | some x in [2, 1, 2]]'), [2, 1, 2]);
  assert.equal(evaluateExpression('{x | some x in [2, 1, 2]}'), [1, 2]);
});
test('an object takes keys and values', () => {
  assert.equal(
    evaluateExpression('{name: size | some name, job in input.jobs; size := job.size}', {
      input: { jobs: { a: { size: 1 }, b: {}, c: { size: 3 } } },
    }),
    { a: 1, c: 3 },
  );
});
test('a comprehension without solutions is empty', () => {
  assert.equal(evaluateExpression('[[x | x := input.none], {x | x := input.none}, {x: 1 | x := input.none}]'), [[], [], {}]);
});
test('they see the variables around them', () => {
  assert.equal(evaluateText('p := r { n := 2; r := [x * n | some x in [1, 2]] }'), [2, 4]);
});
test('comprehensions can be nested', () => {
  assert.equal(evaluateExpression('[[y | some y in x; y > 1] | some x in [[1, 2], [3]]]'), [[2], [3]]);
});
test('one key with two values ends the evaluation', () => {
  assert.is(
    errorOf(() => evaluateExpression('{"k": x | some x in [1, 2]}')),
    'conflict a.rego:2:6: object keys must be unique',
  );
  assert.equal(evaluateExpression('{"k": x | some x in [1, 1]}'), { k: 1 });
});
test('several values of the head are all taken', () => {
  assert.equal(evaluateExpression('[[1, 2][_] | true]'), [1, 2]);
});
test.run();
