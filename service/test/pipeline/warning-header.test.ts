import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { quoteString, limitWarnings, renderWarningHeader } from '../../src/pipeline/warning-header.ts';

const test = suite('the Warning header');

test('a part for each sentence, quotes and backslashes escaped', () => {
  assert.is(
    renderWarningHeader(['"a" is deprecated: Use `b`.', 'back\\slash']),
    '299 - "\\"a\\" is deprecated: Use `b`.", 299 - "back\\\\slash"',
  );
});
test('no line can be ended from inside: controls are spaces', () => {
  assert.is(quoteString('one\r\nSet-Cookie: a=b\ttwo\0three\x7f'), '"one Set-Cookie: a=b two three "');
});
test('words beyond ASCII are encoded words, and neighbours are one', () => {
  assert.is(quoteString('Use the café “bar” now'), '"Use the =?utf-8?q?caf=C3=A9_=E2=80=9Cbar=E2=80=9D?= now"');
  assert.is(quoteString('✓ "ü" 🙂'), '"=?utf-8?q?=E2=9C=93_=22=C3=BC=22_=F0=9F=99=82?="');
});
test('an encoded word is at most 75 characters long, and none is cut inside a letter', () => {
  assert.is(quoteString('é'.repeat(12)), `"=?utf-8?q?${'=C3=A9'.repeat(10)}?= =?utf-8?q?=C3=A9=C3=A9?="`);
});
test('what there is no room for is counted', () => {
  const sentences = Array.from({ length: 100 }, (_, index) => `${String(index).padStart(3, '0')}${'x'.repeat(89)}`);
  // Each takes 8 + 92 + 2 characters; with a hundred kept free, 39 of them fit.
  assert.equal(limitWarnings(sentences).slice(37), [`037${'x'.repeat(89)}`, `038${'x'.repeat(89)}`, '61 more deprecated fields are used']);
  assert.ok(renderWarningHeader(limitWarnings(sentences)).length <= 4096);
  assert.equal(limitWarnings(['a', 'b']), ['a', 'b']);
  assert.equal(limitWarnings(['x'.repeat(5000)]), ['1 more deprecated field is used']);
});
test.run();
