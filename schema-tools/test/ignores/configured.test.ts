import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ConfiguredIgnore, configuredIgnores, pointerMatcher } from '../../src/lint/ignores/index.ts';
import { formatFindings, judgeText } from '../judge/judge-text.ts';

const test = suite('lint ignores: the list of the config file');

const fits = (pattern: string, ...pointers: readonly string[]) => pointers.filter(pointerMatcher(pattern));

test('a pointer without stars is itself', () => {
  assert.equal(fits('/a/b', '/a/b', '/a', '/a/b/c', '/a/bb', ''), ['/a/b']);
  assert.equal(fits('', '', '/a'), ['']);
});
test('one star is anything within one step', () => {
  assert.equal(fits('/a/*/c', '/a/b/c', '/a//c', '/a/b/b/c', '/a/c'), ['/a/b/c', '/a//c']);
  assert.equal(fits('/x-*', '/x-a', '/x-', '/y-a', '/x-a/b'), ['/x-a', '/x-']);
});
test('two stars are any number of steps, none too', () => {
  assert.equal(fits('/a/**', '/a', '/a/b', '/a/b/c', '/b'), ['/a', '/a/b', '/a/b/c']);
  assert.equal(fits('/**/old', '/old', '/a/old', '/a/b/old', '/old/a'), ['/old', '/a/old', '/a/b/old']);
  assert.equal(fits('/**/a/**/b', '/a/b', '/x/a/y/z/b', '/b/a'), ['/a/b', '/x/a/y/z/b']);
});
test('slashes and tildes of names are escaped as in pointers, and signs of patterns are themselves', () => {
  assert.equal(fits('/a~1b/*', '/a~1b/c', '/a/b/c'), ['/a~1b/c']);
  assert.equal(fits('/*~1*', '/a~1b', '/ab'), ['/a~1b']);
  assert.equal(fits('/a.b+', '/a.b+', '/axbb'), ['/a.b+']);
});

const matched = (rows: readonly ConfiguredIgnore[], file: string, pointer: string, rule: string) =>
  configuredIgnores(rows)({ file, pointer, rule })?.reason;

test('all that a row says must fit; what it does not say fits', () => {
  const rows = [
    { files: 'legacy/**', pointers: '/jobs/**', rules: ['deprecated', 'invalid'], reason: 'frozen' },
    { rules: 'prose-only', reason: 'words' },
  ];
  assert.is(matched(rows, 'legacy/a/b.json', '/jobs/x', 'invalid'), 'frozen');
  assert.is(matched(rows, 'src/b.json', '/jobs/x', 'invalid'), undefined);
  assert.is(matched(rows, 'legacy/b.json', '/other', 'invalid'), undefined);
  assert.is(matched(rows, 'legacy/b.json', '/jobs', 'unknown-field'), undefined);
  assert.is(matched(rows, 'anything', '', 'prose-only'), 'words');
});
test('a glob without a slash is about names in any folder, and leading dots are names', () => {
  assert.is(matched([{ files: '*.lock.json', reason: 'made' }], 'a/b/c.lock.json', '', 'invalid'), 'made');
  assert.is(matched([{ files: '**/*.json', reason: 'all' }], '.github/a.json', '', 'invalid'), 'all');
  assert.is(matched([{ files: './src/*.json', reason: 'ours' }], './src/a.json', '', 'invalid'), 'ours');
});
test('a file may be called otherwise than the findings call it', () => {
  assert.is(
    configuredIgnores([{ files: 'b/*.json', reason: 'r' }], (file) => file.replace('../', ''))({
      file: '../b/a.json',
      pointer: '',
      rule: 'invalid',
    })?.reason,
    'r',
  );
});
test('in plain JSON it ignores what comments cannot', async () => {
  const schema = { properties: { old: { deprecated: true }, other: { deprecated: true } } };
  const ignore = [{ pointers: '/old', rules: 'deprecated', reason: 'frozen' }];
  assert.equal(formatFindings(await judgeText(schema, '{ "old": 1, "other": 2 }', 'json', { ignore })), [
    '1:13 warning deprecated /other: `other` is deprecated.',
  ]);
  assert.equal(
    (await judgeText(schema, '{ "old": 1 }', 'json', { ignore, keepSuppressed: true })).map(({ suppressed }) => suppressed),
    [{ by: 'config', reason: 'frozen' }],
  );
});
test('what keeps a file from being read is reported all the same', async () => {
  assert.equal(
    (await judgeText({}, '{ "old": ', 'json', { ignore: [{}] })).map(({ rule }) => rule),
    ['syntax'],
  );
});
test.run();
