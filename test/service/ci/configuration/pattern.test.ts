import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parsePattern } from '../../../../src/service/ci/configuration/index.ts';

const test = suite('patterns');

const matches = (source: string, text: string): boolean => {
  const reading = parsePattern(source);
  if ('fault' in reading) throw new Error(reading.fault);
  return reading.pattern.matches(text);
};
const fault = (source: string): string => {
  const reading = parsePattern(source);
  return 'fault' in reading ? reading.fault : 'none';
};

test('a pattern matches a whole text', () => {
  assert.is(matches('release/.*', 'release/1'), true);
  assert.is(matches('release', 'release/1'), false);
  assert.is(matches('^v\\d+$', 'v12'), true);
  assert.is(matches('a|b', 'ab'), false);
});
test('look-ahead is known where a pattern begins', () => {
  assert.is(matches('^(?!main$).*', 'main'), false);
  assert.is(matches('^(?!main$).*', 'mainly'), true);
  assert.is(matches('(?!dev|main).*', 'develop'), false);
  assert.is(matches('(?=[a-z)]+)(?!x).*', 'y)'), true);
  assert.is(matches('(?=[a-z)]+)(?!x).*', '1'), false);
});
test('what cannot be matched in linear time is refused', () => {
  assert.is(
    fault('(a)\\1'),
    'expected a pattern of RE2 (no back references; look-ahead only where it begins): invalid escape sequence: `\\1`',
  );
  assert.is(
    fault('a(?!b)'),
    'expected a pattern of RE2 (no back references; look-ahead only where it begins): invalid or unsupported Perl syntax: `(?!`',
  );
  assert.is(fault('(a'), 'expected a pattern of RE2 (no back references; look-ahead only where it begins): missing closing ): `(a`');
  assert.is(
    fault('((a{100}){100}){100}'),
    'expected a pattern of RE2 (no back references; look-ahead only where it begins): invalid repeat count: `{100}`',
  );
  assert.is(fault('a'.repeat(1025)), 'expected a pattern of at most 1024 characters; found 1025');
});
test('a hostile pattern is matched like any other', () => {
  assert.is(matches('(a+)+', `${'a'.repeat(100_000)}!`), false);
  assert.is(matches('(a|a)*', 'a'.repeat(100_000)), true);
});
test.run();
