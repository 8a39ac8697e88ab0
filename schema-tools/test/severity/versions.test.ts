import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compareVersions, isVersion } from '../../src/lint/severity/index.ts';

const test = suite('lint severity: versions');

const ordered = [
  '1',
  '1.0.1',
  '1.9',
  '1.10',
  '2.0.0-alpha',
  '2.0.0-alpha.1',
  '2.0.0-alpha.beta',
  '2.0.0-beta.2',
  '2.0.0-beta.11',
  '2.0.0-rc.1',
  '2',
  '2.4',
  '2.4.0.1',
  '10',
];

test('each of these comes before the next', () => {
  for (const [index, version] of ordered.entries())
    for (const [other, later] of ordered.entries())
      assert.is(compareVersions(version, later), Math.sign(index - other), `${version} and ${later}`);
});
test('what is missing is 0; a v, a build and blanks say nothing', () => {
  for (const [one, other] of [
    ['2', '2.0.0'],
    ['v2.4', '2.4.0'],
    ['2.4.0+build.7', '2.4'],
    [' 2.4 ', '2.4'],
    ['version 3', '3'],
    ['2.0.0-rc1', '2.0.0-rc.1'],
    ['2.0rc1', '2.0.0-rc.1'],
  ])
    assert.is(compareVersions(one!, other!), 0, `${one} and ${other}`);
});
test('dates are versions; a month is its beginning', () => {
  assert.is(compareVersions('2026-03-31', '2026-04-01'), -1);
  assert.is(compareVersions('2026-03', '2026-03-01'), 0);
  assert.is(compareVersions('2026-03', '2026-02-28'), 1);
  assert.is(compareVersions('2026-03-31', '2026-03-31'), 0);
});
test('a date and a number, and what is neither, cannot be compared', () => {
  for (const [one, other] of [
    ['2026-03-31', '2.4'],
    ['2026-03', '2026'],
    ['next', '2.4'],
    ['2.4', ''],
    ['2026-13-01', '2026-01-01'],
    ['1.x', '1.2'],
    ['>=2', '2'],
  ])
    assert.is(compareVersions(one!, other!), undefined, `${one} and ${other}`);
});
test('what --at-version may be', () => {
  assert.equal(['2.4', '7', '2026-03-31', 'v1.0.0-rc.1', 'latest', ''].map(isVersion), [true, true, true, true, false, false]);
});
test('any two versions compare the same in both directions', () => {
  const version = fc
    .tuple(fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }), fc.constantFrom('', '-rc.1', '-alpha', '-beta.2', '-7', '-x'))
    .map(([numbers, tag]) => numbers.join('.') + tag);
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      assert.is(compareVersions(a, b)! + compareVersions(b, a)!, 0);
      if (compareVersions(a, b)! <= 0 && compareVersions(b, c)! <= 0) assert.ok(compareVersions(a, c)! <= 0, `${a} ${b} ${c}`);
    }),
  );
});
test.run();
