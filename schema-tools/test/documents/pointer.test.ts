import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseIndex, isNameFree, parsePointer, valueAt } from '../../src/documents/pointer.ts';

const test = suite('documents: pointers');

test('steps are unescaped once', () => {
  assert.equal(parsePointer(''), []);
  assert.equal(parsePointer('/'), ['']);
  assert.equal(parsePointer('/a~1b/~01/ '), ['a/b', '~1', ' ']);
});
test('what is no pointer has no steps', () => {
  for (const pointer of ['a', '#/a', '/~', '/~2']) assert.is(parsePointer(pointer), undefined, pointer);
});
test('an index has no zeros before it', () => {
  assert.equal(['0', '10', '01', '-', '-1', '1.0', '', '1e1'].map(parseIndex), [
    0,
    10,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
test('a value is found by own members and items', () => {
  assert.is(valueAt({ a: [1, { b: 2 }] }, ['a', '1', 'b']), 2);
  assert.is(valueAt(JSON.parse('{"__proto__": 3}'), ['__proto__']), 3);
  for (const steps of [['toString'], ['a', 'length'], ['a', '2'], ['s', '0'], ['s', 'length']])
    assert.is(valueAt({ a: [1], s: 'x' }, steps), undefined, steps.join());
});
test('a name is free beside a member, if nobody has it', () => {
  assert.is(isNameFree({ a: 1 }, ['a'], 'b'), true);
  assert.is(isNameFree({ a: 1, b: 2 }, ['a'], 'b'), false);
  assert.is(isNameFree([1], ['0'], 'b'), false);
  assert.is(isNameFree({ a: 1 }, [], 'b'), false);
  assert.is(isNameFree({ a: 1 }, ['a'], 'toString'), true);
});
test.run();
