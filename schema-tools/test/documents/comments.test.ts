import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource, type Format } from '../../src/documents/index.ts';
import { spanText } from './read-document.ts';

const test = suite('documents: comments');

/** What is written, and the text without its marks. */
const of = async (text: string, format: Format) =>
  (await readSource(text, format)).comments().map((comment) => [spanText(text, comment), comment.text]);

test('JSON has none', async () => assert.equal(await of('{"a": "// x"}', 'json'), []));
test('JSONC: of a line and between marks', async () => {
  assert.equal(await of('\ufeff// one\r\n{"a": "// no /* no */", /* two\n * three */ "b": "\\"//" /**/ } //', 'jsonc'), [
    ['// one', 'one'],
    ['/* two\n * three */', 'two\n * three'],
    ['/**/', ''],
    ['//', ''],
  ]);
});
test('JSONC: those of a text with a fault are found too', async () => {
  assert.equal(await of('// one\n{"a": /* two', 'jsonc'), [
    ['// one', 'one'],
    ['/* two', 'two'],
  ]);
});
test('YAML: wherever one may stand', async () => {
  assert.equal(
    await of('# one\n%YAML 1.2\n--- # two\na: 1 # three\r\nb: # four\r\n  - x\n  # five\nc: {d: 1, # six\n  e: 2}\n... # seven\n', 'yaml'),
    [
      ['# one', 'one'],
      ['# two', 'two'],
      ['# three', 'three'],
      ['# four', 'four'],
      ['# five', 'five'],
      ['# six', 'six'],
      ['# seven', 'seven'],
    ],
  );
});
test('YAML: not in strings and block scalars, and not within a word', async () => {
  assert.equal(await of('a: "# no"\nb: \'# no\'\nc: x#no\nd: | # yes\n  # no\n  no # no\ne: >-\n\n  # no\n#yes\n', 'yaml'), [
    ['# yes', 'yes'],
    ['#yes', 'yes'],
  ]);
});
test('YAML: a text of comments only has them, behind a byte order mark too', async () => {
  assert.equal(await of('\ufeff# yaml-language-server: $schema=a.json\n', 'yaml'), [
    ['# yaml-language-server: $schema=a.json', 'yaml-language-server: $schema=a.json'],
  ]);
});
test('TOML: not in strings', async () => {
  assert.equal(
    await of(
      '#:schema a.json\r\na = "# no" # one\nb = """\n# no\n"""\nc = \'\'\'\n# no\'\'\' # two\n[t] # three\nd = [ # four\n 1, # five\n]\n',
      'toml',
    ),
    [
      ['#:schema a.json', ':schema a.json'],
      ['# one', 'one'],
      ['# two', 'two'],
      ['# three', 'three'],
      ['# four', 'four'],
      ['# five', 'five'],
    ],
  );
});
test.run();
