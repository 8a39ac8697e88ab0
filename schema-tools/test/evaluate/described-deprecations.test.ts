import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile, type Deprecation, deprecations } from '../../src/index.ts';

const test = suite('deprecated: descriptions as schemas have them');

/** What is said about `old`, beside `testMatch` and `host`: the message, and a replacement (`?`: uncertain). */
const said = async (description: string): Promise<readonly (string | undefined)[]> => {
  const schema = { properties: { old: { deprecated: true, description }, testMatch: {}, host: {} } };
  const [{ message, replacement, isUncertain }] = deprecations(await compile(schema), { old: 1 }) as readonly [Deprecation];
  return [message, replacement === undefined ? undefined : `${replacement}${isUncertain ? '?' : ''}`];
};

/** A description of one sentence about the deprecation, or of several that all stay; and the replacement that it names. */
const whole: readonly (readonly [description: string, replacement: string | undefined])[] = [
  ['DEPRECATED. Renamed to `testMatch` in Jest 28', 'testMatch?'],
  ['This option has been renamed to testMatch in v28.1.', 'testMatch?'],
  ['Was renamed `testMatch`.', 'testMatch?'],
  ['Deprecated, replaced with `testMatch`.', 'testMatch?'],
  ['Alias for testMatch.', 'testMatch?'],
  ['Deprecated. Alias for [testMatch].', 'testMatch?'],
  ['The old name of `testMatch`.', 'testMatch?'],
  ['[old] is deprecated; use [testMatch].', 'testMatch?'],
  ['[DEPRECATED] Use `testMatch`.', 'testMatch?'],
  ['Use testMatch instead', 'testMatch?'],
  ['Deprecated in favour of testMatch', 'testMatch?'],
  ['**Deprecated** in favor of the `testMatch` option.', 'testMatch?'],
  ['Superseded by `testMatch`.', 'testMatch?'],
  ['This has been superseded by testMatch as of 3.0.', 'testMatch?'],
  ['Deprecated. Succeeded by testMatch.', 'testMatch?'],
  ['Moved to `testMatch`.', 'testMatch?'],
  ['Deprecated: moved to testMatch in 3.0.', 'testMatch?'],
  ['Deprecated. This option is now called `testMatch`.', 'testMatch?'],
  ['@deprecated use testMatch', 'testMatch?'],
  ['<b>Deprecated</b>. Use <code>testMatch</code> instead.', 'testMatch?'],
  ['Deprecated in v3 (use `testMatch`).', 'testMatch?'],
  ['Deprecated because of host. Use `testMatch` instead.', 'testMatch?'],
  ['Deprecated: moved to host.testMatch', undefined],
  ['The option has moved to the `host` section.', undefined],
  ['Deprecated. The patterns are read from testMatch now.', undefined],
  ['Deprecated since 2.0. Set testMatch to the same globs.', undefined],
  ['@deprecated {@link testMatch}', undefined],
  ['~~old~~ Use "testMatch" instead.', undefined],
  ['Deprecated. Please migrate to `testMatch` before 4.0.', undefined],
  ['Deprecated: will be removed in 5.0. Use `testMatch` or `host`.', undefined],
  ['Deprecated; replaced by the `testMatch` and `host` options.', undefined],
  ['Obsolete, see testMatch', undefined],
  ['Deprecated. In Tool 28 it was renamed to `testMatch`.', undefined],
  ['Deprecated, since Tool 28 this is called `testMatch`.', undefined],
  ['Use `testMatch` instead (a list of globs).', undefined],
  ['Prefer `testMatch`. Deprecated.', undefined],
  ['Same as testMatch. Deprecated.', undefined],
  ['Consider using `testMatch` instead. Deprecated.', undefined],
  ['Deprecated. Equivalent to `testMatch: ["x"]`.', undefined],
  ['DEPRECATED: no longer used.', undefined],
];
for (const [description, replacement] of whole)
  test(`${JSON.stringify(description)} is the message${replacement === undefined ? ', and names no replacement' : ''}`, async () =>
    assert.equal(await said(description), [description, replacement]));

test('sentences that neither concern the deprecation nor name a property are left out', async () => {
  assert.equal(await said('Not supported any more; `testMatch` takes its place. It is fast.'), [
    'Not supported any more; `testMatch` takes its place.',
    undefined,
  ]);
  assert.equal(await said('Patterns of tests. It was slow. Deprecated. It will go. testMatch is faster.'), [
    'Deprecated. It will go. testMatch is faster.',
    undefined,
  ]);
  assert.equal(await said('Deprecated!\n\nSee `testMatch`.'), ['Deprecated! See `testMatch`.', undefined]);
});
test('the bare word is never the message', async () => {
  for (const word of ['deprecated', 'Deprecated.', '(Deprecated)', '[DEPRECATED]', '**DEPRECATED**', '@deprecated', 'This is obsolete.'])
    assert.equal(await said(word), ['`old` is deprecated.', undefined], word);
});

test.run();
