import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyEdits } from '../../src/documents/index.ts';

const test = suite('documents: edits');

test('offsets are those of the text before, in any order', () => {
  assert.is(
    applyEdits('one two three', [
      { start: 8, end: 13, text: '3' },
      { start: 0, end: 3, text: 'first' },
    ]),
    'first two 3',
  );
});
test('nothing to do leaves the text', () => assert.is(applyEdits('\ufeffa\r\n', []), '\ufeffa\r\n'));
test('edits may touch, and insert', () => {
  assert.is(
    applyEdits('abc', [
      { start: 0, end: 1, text: 'x' },
      { start: 1, end: 1, text: '-' },
      { start: 1, end: 2, text: 'y' },
    ]),
    'x-yc',
  );
});
test('edits that overlap are refused', () => {
  assert.throws(
    () =>
      applyEdits('abc', [
        { start: 0, end: 2, text: '' },
        { start: 1, end: 3, text: '' },
      ]),
    /^The edit from 1 to 3 overlaps another or lies outside the text$|overlaps/,
  );
});
test('edits outside of the text are refused', () => {
  assert.throws(() => applyEdits('abc', [{ start: 2, end: 4, text: '' }]), /lies outside the text/);
  assert.throws(() => applyEdits('abc', [{ start: 2, end: 1, text: '' }]), /lies outside the text/);
});
test.run();
