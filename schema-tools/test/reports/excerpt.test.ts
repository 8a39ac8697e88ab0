import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createExcerpt } from '../../src/lint/reports/text/excerpt.ts';
import { displayWidth } from '../../src/lint/reports/text/display-width.ts';

const test = suite('lint reports: excerpts');

/** The line and the carets one above the other, in a frame. */
const shown = (line: string, start: number, end: number, width = 60) => {
  const found = createExcerpt(line, start, end, width);
  return [found.line, found.carets];
};

test('the span is underlined', () => {
  assert.equal(shown('  city: Riga', 2, 6), ['  city: Riga', '  ^^^^']);
});
test('an empty span is one caret, at the end of the line too', () => {
  assert.equal(shown('city:', 5, 5), ['city:', '     ^']);
  assert.equal(shown('', 0, 0), ['', '^']);
});
test('tabs are spaces up to the next stop, before the span, in it and after', () => {
  assert.equal(shown('\tcity:\tRiga', 1, 5), ['    city:   Riga', '    ^^^^']);
  assert.equal(shown('ab\tcity: 1', 3, 7), ['ab  city: 1', '    ^^^^']);
  assert.equal(shown('a\tb', 0, 3), ['a   b', '^^^^^']);
});
test('wide characters take two columns, combining ones none', () => {
  assert.equal(shown('"東京": 1', 0, 4), ['"東京": 1', '^^^^^^']);
  assert.equal(shown('東京: city', 4, 8), ['東京: city', '      ^^^^']);
  assert.equal(shown('e\u0301: city', 4, 8), ['e\u0301: city', '   ^^^^']);
});
test('an emoji of several characters is one of two columns', () => {
  assert.equal(shown('👩‍👩‍👧: x', 10, 11), ['👩‍👩‍👧: x', '    ^']);
  assert.equal(shown('🇱🇻 city', 5, 9), ['🇱🇻 city', '   ^^^^']);
});
test('a long line is cut at its end', () => {
  assert.equal(shown(`city: ${'x'.repeat(100)}`, 0, 4, 20), ['city: xxxxxxxxxxxxx…', '^^^^']);
});
test('and at its start, when the span is far', () => {
  assert.equal(shown(`${'y'.repeat(100)} city: ${'x'.repeat(100)}`, 101, 105, 24), ['…yyyyyyy city: xxxxxxxx…', '         ^^^^']);
});
test('a span that is longer than the line is cut too', () => {
  assert.equal(shown('x'.repeat(100), 0, 100, 20), ['xxxxxxxxxxxxxxxxxxx…', '^^^^^^^^^^^^^^^^^^^']);
});
test('a line of sixteen megabytes is cut as well', () => {
  const line = `${'{"a":1},'.repeat(2_000_000)}"city"`;
  assert.equal(shown(line, line.length - 6, line.length, 30), ['…},{"a":1},"city"', '           ^^^^^^']);
});
test('whatever the line, nothing is wider than asked for and the carets are below the span', () => {
  const part = fc.constantFrom('a', 'bc ', '\t', '東', '😀', 'e\u0301', '"', '\u0007', '👩‍👩‍👧');
  const line = fc.array(part, { maxLength: 80 });
  fc.assert(
    fc.property(line, line, line, fc.integer({ min: 20, max: 100 }), (before, span, after, width) => {
      const [start, text] = [before.join('').length, [...before, ...span, ...after].join('')];
      const found = createExcerpt(text, start, start + span.join('').length, width);
      assert.ok(displayWidth(found.line) <= width, `${displayWidth(found.line)} of ${width}`);
      assert.match(found.carets, /^ *\^+$/);
      assert.ok(found.carets.length <= width + 1);
    }),
  );
});
test.run();
