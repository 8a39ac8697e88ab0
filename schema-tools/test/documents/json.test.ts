import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../src/documents/index.ts';
import { textsAt, readDocument } from './read-document.ts';

const values = suite('documents: JSON values');

values('a value is what JSON.parse makes of it', async () => {
  assert.equal((await readDocument('{"a": [1, -0.5e1, true, null, "\\u00e4\\n"]}', 'json')).value, { a: [1, -5, true, null, 'ä\n'] });
});
values('a byte order mark, CRLF and tabs are no part of it', async () => {
  assert.equal((await readDocument('\ufeff{\r\n\t"a": 1\r\n}\r\n', 'json')).value, { a: 1 });
});
values('numbers that a double cannot hold are rounded', async () => {
  assert.equal((await readDocument('[1e999, 9007199254740993]', 'json')).value, [Infinity, 9007199254740992]);
});
values('__proto__ is a name like any other', async () => {
  const value = (await readDocument('{"__proto__": {"polluted": 1}}', 'json')).value as object;
  assert.ok(Object.hasOwn(value, '__proto__'));
  assert.is((value as { polluted?: number }).polluted, undefined);
  assert.is(Object.getPrototypeOf(value), Object.prototype);
});
values('JSONC has comments and trailing commas', async () => {
  assert.equal((await readDocument('// one\n{"a": /* two */ 1, /* three */ "b//": ["/*", 2 /* four */ , ], } // five', 'jsonc')).value, {
    a: 1,
    'b//': ['/*', 2],
  });
});
values('a comment parts what stands beside it', async () => {
  assert.is((await readSource('1/**/2', 'jsonc')).faults[0]!.message, 'expected nothing after the value, found "2"');
});
values('a comment ends with a lone CR too', async () => {
  assert.equal((await readDocument('{"a": 1, // x\r"b": 2}', 'jsonc')).value, { a: 1, b: 2 });
});
values('10,000 levels, and 200,000, are read and found', async () => {
  for (const depth of [10_000, 200_000]) {
    const text = `${'['.repeat(depth)}{"x": {}}${']'.repeat(depth)}`;
    const document = await readDocument(text, 'json');
    const pointer = `${'/0'.repeat(depth)}/x`;
    assert.equal(document.locate([pointer]).get(pointer), {
      key: { start: depth + 1, end: depth + 4 },
      value: { start: depth + 6, end: depth + 8 },
    });
  }
});
values.run();

// ---

const places = suite('documents: JSON places');

places('a member has its key with the quotes, an item and the whole have their value', async () => {
  const text = ' {"a": {"b": [10, {"c": "x"}]}} ';
  assert.equal(await textsAt(text, 'json', '/a/b'), ['"b"', '[10, {"c": "x"}]']);
  assert.equal(await textsAt(text, 'json', '/a/b/0'), ['10', '10']);
  assert.equal(await textsAt(text, 'json', '/a/b/1/c'), ['"c"', '"x"']);
  assert.equal(await textsAt(text, 'json', ''), ['{"a": {"b": [10, {"c": "x"}]}}', '{"a": {"b": [10, {"c": "x"}]}}']);
});
places('offsets count a byte order mark and UTF-16 units', async () => {
  assert.equal((await readDocument('\ufeff{"😀": "🎉", "b": 1}', 'json')).locate(['/b']).get('/b'), {
    key: { start: 14, end: 17 },
    value: { start: 19, end: 20 },
  });
});
places('a key written with escapes is found', async () => {
  assert.equal(await textsAt('{"a\\u0062": 1}', 'json', '/ab'), ['"a\\u0062"', '1']);
  assert.equal(await textsAt('{"\\"": 1}', 'json', '/"'), ['"\\""', '1']);
});
places('~0 and ~1 are ~ and /; an empty key is a key', async () => {
  assert.equal(await textsAt('{"a/b": {"~": {"": 1}}}', 'json', '/a~1b/~0/'), ['""', '1']);
});
places('comments and trailing commas are stepped over', async () => {
  const text = '{ /* "a": 0 */ "a" /* : */ : /* [ */ [1, // ]\n 2,], }';
  assert.equal(await textsAt(text, 'jsonc', '/a'), ['"a"', '[1, // ]\n 2,]']);
  assert.equal(await textsAt(text, 'jsonc', '/a/1'), ['2', '2']);
});
places('pointers that lead nowhere are left out, and do not keep the others from being found', async () => {
  const document = await readDocument('{"a": [1], "s": "x", "1": {"__proto__": 2}}', 'json');
  const found = document.locate(['/a/1', '/a/00', '/a/-', '/a/0/x', '/s/0', '/b', 'a', '/~2', '/toString', '/a/0', '/1/__proto__']);
  assert.equal([...found.keys()], ['/a/0', '/1/__proto__']);
});
places('brackets and quotes in strings mislead nobody', async () => {
  assert.equal(await textsAt('{"a": ["}]\\"", "\\\\"], "b": 2}', 'json', '/b'), ['"b"', '2']);
});
places('of equal keys the last one counts, with all that is below it', async () => {
  const text = '{"a": {"x": 1}, "b": 0, "a": {"y": 2}}';
  assert.equal((await readDocument(text, 'json')).value, { a: { y: 2 }, b: 0 });
  assert.equal(
    (await readDocument(text, 'json')).locate(['/a', '/a/x', '/a/y']),
    new Map([
      ['/a', { key: { start: 24, end: 27 }, value: { start: 29, end: 37 } }],
      ['/a/y', { key: { start: 30, end: 33 }, value: { start: 35, end: 36 } }],
    ]),
  );
});
places('asking twice gives the same', async () => {
  const document = await readDocument('{"a": 1, "b": 2}', 'json');
  assert.equal([...document.locate(['/a']).keys()], ['/a']);
  assert.equal([...document.locate(['/b', '/a', '/c']).keys()], ['/b', '/a']);
});
places.run();
