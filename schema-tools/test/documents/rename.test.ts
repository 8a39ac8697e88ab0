import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { renameInText } from './read-document.ts';

const json = suite('documents: rename in JSON');
json('everything else stays byte for byte', async () => {
  assert.is(
    await renameInText('\ufeff{ // c\r\n\t"a" : {"\\u0061":1,},\r\n}', 'jsonc', '/a', 'x'),
    '\ufeff{ // c\r\n\t"x" : {"\\u0061":1,},\r\n}',
  );
  assert.is(await renameInText('{"a": {"\\u0061": 1}}', 'json', '/a/a', 'q"\n'), '{"a": {"q\\"\\n": 1}}');
});
json('not an item, not the whole, not what is not there', async () => {
  for (const pointer of ['/a/0', '', '/b', 'a']) assert.is(await renameInText('{"a": [1]}', 'json', pointer, 'x'), undefined, pointer);
});
json('a duplicate key is not renamed, and no key is renamed to an existing one', async () => {
  assert.is(await renameInText('{"a": 1, "a": 2}', 'json', '/a', 'x'), undefined);
  assert.is(await renameInText('{"a": 1, "b": 2}', 'json', '/a', 'b'), undefined);
  assert.is(await renameInText('{"o": {"a": 1}, "a": 2, "o2": {"a": 1}}', 'json', '/o/a', 'x'), '{"o": {"x": 1}, "a": 2, "o2": {"a": 1}}');
});
json.run();

// ---

const yaml = suite('documents: rename in YAML');
yaml('a bare key stays bare where the name allows it, else it gets quotes', async () => {
  for (const [name, written] of [
    ['new', 'new'],
    ['new-name.x/y', 'new-name.x/y'],
    ['two words', 'two words'],
    ['a: b', '"a: b"'],
    ['a #b', '"a #b"'],
    ['yes', '"yes"'],
    ['null', '"null"'],
    ['12', '"12"'],
    ['', '""'],
    ['- a', '"- a"'],
    ['a, b', '"a, b"'],
    ['*a', '"*a"'],
    ['<<', '"<<"'],
    ['x ', '"x "'],
    ['line\nend', '"line\\nend"'],
    ['\u0085', '"\\u0085"'],
    ['größe', 'größe'],
  ] as const) {
    assert.is(await renameInText('a: 1 # c\r\nb: {c: 2}\r\n', 'yaml', '/b', name), `a: 1 # c\r\n${written}: {c: 2}\r\n`);
    assert.is(await renameInText('{b: 1}', 'yaml', '/b', name), `{${written}: 1}`);
  }
});
yaml('quotes stay as they are', async () => {
  assert.is(await renameInText("'a': 1\n", 'yaml', '/a', "it's"), "'it''s': 1\n");
  assert.is(await renameInText("'a': 1\n", 'yaml', '/a', 'x\ty'), '"x\\ty": 1\n');
  assert.is(await renameInText('{"a":1}', 'yaml', '/a', 'x'), '{"x":1}');
});
yaml('explicit keys and keys without a value are plain too', async () => {
  assert.is(await renameInText('? a\n: 1\n', 'yaml', '/a', 'x'), '? x\n: 1\n');
  assert.is(await renameInText('{a, b: 1}', 'yaml', '/a', 'x'), '{x, b: 1}');
});
yaml('not what an alias or a merge brings in, nor where it is defined', async () => {
  const text = 'base: &b {old: 1}\none: *b\ntwo: {<<: *b, own: 1}\n';
  for (const pointer of ['/base/old', '/one/old', '/two/old'])
    assert.is(await renameInText(text, 'yaml', pointer, 'x'), undefined, pointer);
  assert.is(await renameInText(text, 'yaml', '/two/own', 'x'), 'base: &b {old: 1}\none: *b\ntwo: {<<: *b, x: 1}\n');
  assert.is(await renameInText(text, 'yaml', '/one', 'x'), 'base: &b {old: 1}\nx: *b\ntwo: {<<: *b, own: 1}\n');
});
yaml('an unused anchor does not prevent a rename', async () => {
  assert.is(await renameInText('base: &b {old: 1}\n', 'yaml', '/base/old', 'x'), 'base: &b {x: 1}\n');
});
yaml('a key is not renamed if a merged one would appear in its place, nor to a merged name', async () => {
  const text = 'base: &b {old: 1}\ntwo: {<<: *b, old: 2, own: 3}\n';
  assert.is(await renameInText(text, 'yaml', '/two/old', 'x'), undefined);
  assert.is(await renameInText(text, 'yaml', '/two/own', 'old'), undefined);
});
yaml('not a key that is not a plain scalar of one line', async () => {
  for (const [text, pointer] of [
    ['? [a]\n: 1\n', '/["a"]'],
    ['? |\n  a\n: 1\n', '/a\n'],
    [': 1\n', '/null'],
    ['x: &k a\n*k : 1\n', '/a'],
    ['&k a: 1\nb: *k\n', '/a'],
    ['!!str a: 1\n', '/a'],
    ['? a\n  b\n: 1\n', '/a b'],
  ] as const) {
    assert.is(await renameInText(text, 'yaml', pointer, 'x'), undefined, text);
  }
});
yaml('not one of two equal keys', async () => assert.is(await renameInText('a: 1\na: 2\n', 'yaml', '/a', 'x'), undefined));
yaml.run();

// ---

const toml = suite('documents: rename in TOML');
toml('only the last part of a dotted key changes', async () => {
  assert.is(await renameInText('\ufeffa.b = 1 # c\r\na.c = 2\r\n', 'toml', '/a/b', 'x'), '\ufeffa.x = 1 # c\r\na.c = 2\r\n');
  assert.is(await renameInText('[a.b]\nc = 1\n[a.d]\n', 'toml', '/a/b', 'x y'), '[a."x y"]\nc = 1\n[a.d]\n');
  assert.is(await renameInText('[[l]]\nn = 1\n[[l]]\nn = 2\n', 'toml', '/l/1/n', 'm'), '[[l]]\nn = 1\n[[l]]\nm = 2\n');
});
toml('a bare key stays bare where the name allows it, else it gets quotes', async () => {
  for (const [name, written] of [
    ['new-name_1', 'new-name_1'],
    ['1', '1'],
    ['a.b', '"a.b"'],
    ['', '""'],
    ['é', '"é"'],
    ['a"b\n', '"a\\"b\\n"'],
    ['\u007f', '"\\u007f"'],
  ] as const) {
    assert.is(await renameInText('t = {b = 1}\n', 'toml', '/t/b', name), `t = {${written} = 1}\n`);
  }
});
toml('quotes stay as they are', async () => {
  assert.is(await renameInText("'a b' = 1\n", 'toml', '/a b', 'c d'), "'c d' = 1\n");
  assert.is(await renameInText("'a b' = 1\n", 'toml', '/a b', "it's"), '"it\'s" = 1\n');
  assert.is(await renameInText('"a b" = 1\n', 'toml', '/a b', 'c'), '"c" = 1\n');
});
toml('not a name that is written in several places', async () => {
  assert.is(await renameInText('a.b = 1\na.c = 2\n', 'toml', '/a', 'x'), undefined);
  assert.is(await renameInText('[a.b]\n[a.c]\n', 'toml', '/a', 'x'), undefined);
  assert.is(await renameInText('[[l]]\n[[l]]\n', 'toml', '/l', 'x'), undefined);
  assert.is(await renameInText('[a.b]\n', 'toml', '/a', 'x'), '[x.b]\n');
});
toml('an item is not renamed, nor is a key to an existing name', async () => {
  assert.is(await renameInText('[[l]]\n', 'toml', '/l/0', 'x'), undefined);
  assert.is(await renameInText('a = 1\nb = 2\n', 'toml', '/a', 'b'), undefined);
});
toml.run();
