import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { declaredNames, otherSentences, plainSentences } from './advice-sentences.ts';
import { findReplacement } from '../../src/evaluate/find-replacement.ts';

const declared = new Set(declaredNames);
const named = (prose: string, own = 'old'): string | undefined => findReplacement(prose, own, declared);

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
const between = (one: string, other: string): string | undefined => findReplacement(`Use \`${other}\` instead.`, one, new Set([other]));

for (const [one, other] of [
  ['show_error_codes', 'hide_error_codes'],
  ['excludeFiles', 'files'],
  ['publishExclude', 'publishOptions'],
  ['ignoreCase', 'case'],
  ['skip-tls', 'tls'],
  ['noVerify', 'verify'],
  ['nocache', 'cache'],
  ['insecure', 'secure'],
  ['insecureTls', 'tls'],
  ['enableProxy', 'disableProxy'],
  ['minSize', 'maxSize'],
  ['inputFile', 'outputFile'],
  ['first', 'last'],
  ['timeoutMs', 'timeout'],
  ['timeout', 'timeoutSeconds'],
  ['timeout_seconds', 'timeout_minutes'],
  ['sizeKb', 'sizeBytes'],
  ['target_utilization_fraction', 'upscaling_speed'],
  ['width', 'height'],
  ['requireAll', 'requireAny'],
])
  names(`${one} is not ${other}: another direction, or another unit`, () => assert.is(between(one!, other!), undefined));

for (const [one, other] of [
  ['city', 'place'],
  ['phases', 'jobs'],
  ['enableTls', 'tls'],
  ['size', 'max_size'],
  ['timeoutSeconds', 'idleTimeoutSeconds'],
  ['excludeFiles', 'ignoreFiles'],
  ['hideCodes', 'noCodes'],
  ['minLength', 'min_length'],
  ['notify', 'notification'],
])
  names(`${one} may be ${other}`, () => assert.is(between(one!, other!), other!));

names.run();
