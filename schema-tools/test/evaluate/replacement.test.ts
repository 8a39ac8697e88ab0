import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findReplacement } from '../../src/evaluate/find-replacement.ts';

const declared = new Set(['name', 'newName', 'log-level', 'max_size', 'a.b', 'use', 'port', 'ports', 'host', '$target']);
const named = (prose: string, own = 'old'): string | undefined => findReplacement(prose, own, declared);

const test = suite('a replacement found in prose');

for (const [prose, expected] of [
  ['Use `newName` instead.', 'newName'],
  ['Use "newName" instead', 'newName'],
  ["Use 'newName' instead", 'newName'],
  ['Use “newName” instead.', 'newName'],
  ['Use newName instead.', 'newName'],
  ['use newName', 'newName'],
  ['Deprecated: use newName.', 'newName'],
  ['DEPRECATED: Use newName, which does more.', 'newName'],
  ['Deprecated since 1.2, please use the `newName` property instead.', 'newName'],
  ['Please use the new property newName.', 'newName'],
  ['Use the property `newName`.', 'newName'],
  ['Use the field newName', 'newName'],
  ['Use the new option "log-level".', 'log-level'],
  ['Use log-level instead.', 'log-level'],
  ['use max_size instead', 'max_size'],
  ['Use `$target`.', '$target'],
  ['Replaced by newName.', 'newName'],
  ['This was replaced with `newName` in 3.0', 'newName'],
  ['Replace with newName', 'newName'],
  ['Replace it with newName', 'newName'],
  ['Renamed to newName.', 'newName'],
  ['This setting has been renamed to `newName`.', 'newName'],
  ['Moved to newName', 'newName'],
  ['Superseded by newName.', 'newName'],
  ['Deprecated in favor of newName.', 'newName'],
  ['Deprecated in favour of `newName`.', 'newName'],
  ['Prefer newName.', 'newName'],
  ['Prefer using `newName`.', 'newName'],
  ['Switch to newName', 'newName'],
  ['Migrate to newName', 'newName'],
  ['See newName.', 'newName'],
  ['Set `newName` instead.', 'newName'],
  ['Specify newName instead.', 'newName'],
  ['Use: newName', 'newName'],
  ['No longer used. Use `newName` instead. `newName` is better.', 'newName'],
  ['Use `a.b`', 'a.b'],
  ['Not supported any more; use newName, and restart.', 'newName'],
  ['Use `newName` or leave it out.', 'newName'],
  ['Use\n`newName`', 'newName'],
] as const)
  test(JSON.stringify(prose), () => assert.is(named(prose), expected));

test.run();

// ---

const none = suite('no replacement found in prose');

for (const [prose, why] of [
  ['', 'nothing is said'],
  ['This is deprecated.', 'nothing is named'],
  ['Use `elsewhere` instead.', 'it is not declared'],
  ['Use elsewhere instead.', 'it is not declared'],
  ['`newName` is similar.', 'nobody tells to use it'],
  ['It has no effect when newName is set.', 'nobody tells to use it'],
  ['Use `newName` or `port` instead.', 'the second is not led to, the first might be half of the truth'],
  ['Use `newName` and `port` instead.', 'it takes two'],
  ['Use newName or port instead.', 'two candidates'],
  ['Use newName. For servers use port.', 'two candidates'],
  ['Use `name`, `host` or `port`.', 'three candidates'],
  ['Do not use `newName` with this.', 'it is told not to'],
  ["Don't use newName together with this.", 'it is told not to'],
  ['Avoid using newName here.', 'it is told not to'],
  ['Ignored. Never set `newName` with it.', 'it is told not to'],
  ['Use something else instead of using newName.', 'it is told not to'],
  ['Use `newName` or `elsewhere`.', 'the alternative may be meant, though it is not declared'],
  ['Use `newName` / `port`.', 'two candidates'],
  ['Use old instead.', 'it is itself'],
  ['Use `newName.child` instead.', 'what is inside another is no sibling'],
  ['Use `newName[0]`.', 'what is inside another is no sibling'],
  ['Use newName/child instead.', 'what is inside another is no sibling'],
  ['Use `--port` instead.', 'a flag is no sibling'],
  ['Reuse newName', 'a word that ends alike is another word'],
] as const)
  none(`${JSON.stringify(prose)}: ${why}`, () => assert.is(named(prose), undefined));

none('names that objects have anyway are not declared', () => assert.is(findReplacement('Use constructor.', 'old', new Set()), undefined));

none.run();
