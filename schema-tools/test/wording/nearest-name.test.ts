import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { editDistance, nearestName } from '../../src/lint/wording/nearest-name.ts';

const test = suite('lint wording: the name that was meant');

test('letters inserted, left out, changed or swapped are counted', () => {
  const far = (one: string, other: string) => editDistance(one, other, 9);
  assert.equal(
    [
      far('abc', 'abc'),
      far('abc', 'abcd'),
      far('abc', 'ac'),
      far('abc', 'axc'),
      far('abc', 'acb'),
      far('', 'abc'),
      far('kitten', 'sitting'),
    ],
    [0, 1, 1, 1, 1, 3, 3],
  );
});
test('no further than asked', () => {
  assert.is(editDistance('abcdef', 'uvwxyz', 2), 3);
  assert.is(editDistance('a', 'abcdef', 2), 3);
});
test('the nearest one is meant', () => {
  assert.is(nearestName('timeuot', ['retries', 'timeout', 'time']), 'timeout');
  assert.is(nearestName('enviroment', ['environment', 'environments']), 'environment');
});
test('another case or another separator is the same name', () => {
  assert.is(nearestName('max_retries', ['maxRetries', 'minRetries']), 'maxRetries');
  assert.is(nearestName('Name', ['name', 'names']), 'name');
});
test('of two that are equally near none', () => {
  assert.is(nearestName('cat', ['bat', 'rat', 'long']), undefined);
});
test('what is far is not meant, and short names must be nearer', () => {
  assert.is(nearestName('colour', ['shape', 'size']), undefined);
  assert.is(nearestName('ab', ['xy', 'cd']), undefined);
  assert.is(nearestName('x', ['y']), undefined);
  assert.is(nearestName('anything', []), undefined);
});
test.run();
