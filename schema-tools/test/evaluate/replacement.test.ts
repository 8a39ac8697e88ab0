import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { declaredNames, otherSentences, plainSentences } from './advice-sentences.ts';
import { findReplacement } from '../../src/evaluate/find-replacement.ts';

const declared = new Set(declaredNames);
const named = (prose: string, own = 'old'): string | undefined => findReplacement(prose, own, declared)?.name;

const test = suite('a replacement found in prose');

for (const [prose, expected] of plainSentences) test(JSON.stringify(prose), () => assert.is(named(prose), expected));

test.run();

// ---

const none = suite('no replacement found in prose');

for (const [prose, why] of otherSentences) none(`${JSON.stringify(prose)}: ${why}`, () => assert.is(named(prose), undefined));

none('prose of a page states nothing', () => assert.is(named(`Use \`newName\` instead. ${'Good. '.repeat(1000)}`), undefined));
none('names that objects have anyway are not declared', () => assert.is(findReplacement('Use constructor.', 'old', new Set()), undefined));

none.run();

// ---

const names = suite('a plain sentence between names');
const uncertain = (one: string, other: string, prose = `Use \`${other}\` instead.`): boolean | undefined =>
  findReplacement(prose, one, new Set([other]))?.isUncertain;

for (const [one, other] of [
  ['show_error_codes', 'hide_error_codes'],
  ['excludeFiles', 'files'],
  ['minSize', 'maxSize'],
  ['timeoutMs', 'timeout'],
  ['city', 'place'],
])
  names(`${one} may mean something else than ${other}: it is named, and not renamed`, () => assert.is(uncertain(one!, other!), true));

names('the same words are the same property', () => {
  assert.is(uncertain('minLength', 'min_length'), false);
});
names('an alias with other words is the same property, unless a word stands in one name only that decides what the value means', () => {
  assert.is(uncertain('city', 'place', 'Alias of `place`.'), false);
  assert.is(uncertain('order', 'strict_order', 'Alias for strict_order.'), true);
});

names.run();
