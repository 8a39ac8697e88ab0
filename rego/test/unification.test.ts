import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateText } from './support.ts';

const test = suite('rego: making things equal');

test('either side may be the unknown one', () => {
  assert.is(evaluateText('p := x { x = 1 }'), 1);
  assert.is(evaluateText('p := x { 1 = x }'), 1);
  assert.is(evaluateText('p := x { x = y; y = z; z = 3 }'), 3);
});
test('arrays and objects are taken apart', () => {
  assert.equal(evaluateText('p := [a, c] { [a, "/", c] = ["x", "/", "y"] }'), ['x', 'y']);
  assert.equal(evaluateText('p := [a, b] { {"k": a, "l": [b]} = {"k": 1, "l": [2]} }'), [1, 2]);
  assert.equal(evaluateText('p := [n, v] { [n, v] := split("orb@1.2", "@") }'), ['orb', '1.2']);
});
test('on both sides at once, and through each other', () => {
  assert.equal(evaluateText('p := [x, y] { [x, 1] = [2, y] }'), [2, 1]);
  assert.is(evaluateText('p := z { [x, y] = [[z, 1], z]; y = 3; x = [3, 1] }'), 3);
});
test('objects with the same keys unify member by member', () => {
  assert.equal(evaluateText('p := [x, y] { {"x": x, "y": 2} = {"x": 1, "y": y} }'), [1, 2]);
  assert.is(evaluateText('p := z { {"a": [z], "b": 1} = {"b": x, "a": [y]}; y = 3 }'), 3);
  assert.is(evaluateText('p { {"x": x, "y": 2} = {"x": 1, "y": 3}; x = 1 }'), undefined);
});
test('what has another shape does not fit', () => {
  const input = { one: [1], two: { a: 1, b: 2 }, text: 'a' };
  assert.is(evaluateText('p { [_, _] = input.one }', { input }), undefined);
  assert.is(evaluateText('p { {"a": _} = input.two }', { input }), undefined);
  assert.is(evaluateText('p { [_] = input.text }', { input }), undefined);
  assert.is(evaluateText('p { x = 1; x = 2 }'), undefined);
});
test('== compares, := names, = does what is needed', () => {
  assert.is(evaluateText('p { x := 1; x == 1 }'), true);
  assert.is(evaluateText('p { x := 1; x = 1 }'), true);
  assert.equal(evaluateText('p := [1 == 1.0, "1" == 1, [1] == [1], {1} == {1, 1}, {"a": 1} == {"a": 1}, set() == {}]'), [
    true,
    false,
    true,
    true,
    true,
    false,
  ]);
});
test('a key may be computed in a pattern', () => {
  assert.is(evaluateText('p := v { k := "a"; {k: v} = {"a": 7} }'), 7);
});
test('a variable in brackets that has a value only looks there', () => {
  assert.is(evaluateText('p := y { x := 1; y := ["a", "b"][x] }'), 'b');
});
test.run();
