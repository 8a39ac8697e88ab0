import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fitWarnings } from '../../src/admission/fit-warnings.ts';

const test = suite('admission: room');

test('a warning of 256 characters stays whole, a longer one ends with …', () => {
  assert.equal(fitWarnings(['x'.repeat(256), 'y'.repeat(257)]), ['x'.repeat(256), `${'y'.repeat(255)}…`]);
});
test('characters are counted as Kubernetes counts them, and none is cut in half', () => {
  assert.equal(fitWarnings(['🙂'.repeat(256), `🙁${'🙂'.repeat(256)}`]), ['🙂'.repeat(256), `🙁${'🙂'.repeat(254)}…`]);
});
test('4096 characters in all, and a count of what there was no room for', () => {
  const lines = Array.from({ length: 50 }, (_, index) => `${String(index).padStart(2, '0')}${'x'.repeat(98)}`);
  assert.equal(fitWarnings(lines.slice(0, 40)).length, 40);
  const some = fitWarnings(lines);
  assert.equal(some.slice(38), [`38${'x'.repeat(98)}`, `39${'x'.repeat(98)}`, '… and 10 more deprecated fields']);
  assert.is(some.join('').length, 4031);
});
test('other limits can be asked for', () => {
  assert.equal(fitWarnings(['a long sentence', 'b'], { each: 7 }), ['a long…', 'b']);
  assert.equal(fitWarnings(['a long sentence', 'b'.repeat(30)], { total: 44 }), ['… and 2 more deprecated fields']);
  assert.equal(fitWarnings(['short', 'b'.repeat(40)], { total: 40 }), ['short', '… and 1 more deprecated field']);
});
test('controls and halves of characters do not keep a warning from being passed on', () => {
  assert.equal(fitWarnings(['a\0b\x1b[31mc\u2029d', 'e\ud800f']), ['a b [31mc d', 'e\ufffdf']);
});
test('the same is said once', () => assert.equal(fitWarnings(['a', 'a', 'b']), ['a', 'b']));
test.run();
