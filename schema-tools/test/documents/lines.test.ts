import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lineIndex } from '../../src/documents/index.ts';

const test = suite('documents: lines');

test('lines end with LF, CRLF or a lone CR', () => {
  const text = 'a\nbc\r\nd\re';
  const { count, position, line } = lineIndex(text);
  assert.is(count, 4);
  assert.equal([0, 1, 2, 3, 6, 7, 8].map(position), [
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 2, column: 1 },
    { line: 2, column: 2 },
    { line: 3, column: 1 },
    { line: 3, column: 2 },
    { line: 4, column: 1 },
  ]);
  assert.equal(
    [1, 2, 3, 4].map((number) => text.slice(line(number).start, line(number).end)),
    ['a', 'bc', 'd', 'e'],
  );
});
test('CR CR LF is two line ends', () => {
  assert.is(lineIndex('\r\r\n').count, 3);
  assert.equal(lineIndex('a\r\r\nb').line(2), { start: 2, end: 2 });
});
test('columns are UTF-16 code units: an emoji has two, a tab one', () => {
  assert.equal(lineIndex('"😀": 1').position(6), { line: 1, column: 7 });
  assert.equal(lineIndex('\t\tx').position(2), { line: 1, column: 3 });
});
test('a byte order mark is in no column', () => {
  const { position, offset, line } = lineIndex('\ufeffa\nb');
  assert.equal([0, 1, 2, 3].map(position), [
    { line: 1, column: 1 },
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 2, column: 1 },
  ]);
  assert.is(offset({ line: 1, column: 1 }), 1);
  assert.equal(line(1), { start: 1, end: 2 });
});
test('separators that only Unicode calls line ends are none', () => {
  assert.is(lineIndex('a\u2028b\u0085c\fd').count, 1);
});
test('an empty text has one line; a last line end begins an empty one', () => {
  assert.is(lineIndex('').count, 1);
  assert.equal(lineIndex('').position(0), { line: 1, column: 1 });
  assert.equal(lineIndex('a\n').position(2), { line: 2, column: 1 });
});
test('what lies outside is taken to be at the end', () => {
  const { position, offset } = lineIndex('ab\r\nc');
  assert.equal(position(99), { line: 2, column: 2 });
  assert.equal(position(-1), { line: 1, column: 1 });
  assert.is(offset({ line: 1, column: 99 }), 2);
  assert.is(offset({ line: 9, column: 1 }), 4);
});
test('a region has both ends', () => {
  assert.equal(lineIndex('a\n  b: 1\n').region({ start: 4, end: 8 }), { line: 2, column: 3, endLine: 2, endColumn: 7 });
});
test('a position leads back to its offset, except between CR and LF', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', '\n', '\r', '\r\n', '😀', '\t'), { maxLength: 30 }).map((parts) => parts.join('')),
      (text) => {
        const { position, offset } = lineIndex(text);
        for (let at = 0; at <= text.length; at += 1) if (!(text[at - 1] === '\r' && text[at] === '\n')) assert.is(offset(position(at)), at);
      },
    ),
  );
});
test.run();
