import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPatternBudget, parsePattern } from '../../../src/ci/configuration/index.ts';

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
    'expected a pattern that weighs at most 2000 with its repetitions written out (a{100} weighs 100); this one weighs 1000000',
  );
  assert.is(fault('a'.repeat(1025)), 'expected a pattern of at most 1024 characters; found 1025');
});
test('a pattern weighs what it compiles to', () => {
  const tooHeavy = (weight: number) =>
    `expected a pattern that weighs at most 2000 with its repetitions written out (a{100} weighs 100); this one weighs ${weight}`;
  assert.is(fault('(?:a{100}){10}'), 'none');
  assert.is(fault(`(?:${'a?'.repeat(30)}){999}`), tooHeavy(61_938));
  assert.is(fault(`(?i)${'\\pL'.repeat(60)}`), tooHeavy(2522));
  assert.is(fault(`(?i)${'[\\x{80}-\\x{10ffff}]'.repeat(20)}`), tooHeavy(4022));
  assert.is(fault('(?i)[a-z]+-[0-9]+(\\.[a-z]{1,63}){3}'), 'none');
});
test('compiling and matching share a budget; a pattern is compiled once, and asked once about one text', () => {
  const budget = createPatternBudget(4 * 100 + 4 * 11);
  const parsed = budget.parse('a{4}');
  if ('fault' in parsed) throw new Error(parsed.fault);
  assert.is(parsed.pattern.weight, 4);
  assert.is(budget.parse('a{4}'), parsed);
  for (const _ of [1, 2, 3]) assert.is(parsed.pattern.matches('a'.repeat(10)), false);
  assert.throws(
    () => parsed.pattern.matches('b'),
    /^expected patterns that compile and match in at most 444 steps together; they take more$/,
  );
  assert.equal(budget.parse('b'), { fault: 'expected patterns that compile and match in at most 444 steps together; they take more' });
});
test('a hostile pattern is matched like any other', () => {
  assert.is(matches('(a+)+', `${'a'.repeat(100_000)}!`), false);
  assert.is(matches('(a|a)*', 'a'.repeat(100_000)), true);
});
test.run();
