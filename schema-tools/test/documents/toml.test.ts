import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { textsAt, formatFaults, readDocument } from './read-document.ts';

const values = suite('documents: TOML values');

values('tables, dotted keys, inline tables, arrays of tables', async () => {
  assert.equal(
    (
      await readDocument(
        'a.b = 1\n[t]\nx = {y = 1, z.w = [1, [2]]}\n[t.u]\nv = true\n[[l]]\nn = 1\n[l.sub]\nq = 1\n[[l]]\nn = 2\n[[l.in]]\n',
        'toml',
      )
    ).value,
    {
      a: { b: 1 },
      t: { x: { y: 1, z: { w: [1, [2]] } }, u: { v: true } },
      l: [
        { n: 1, sub: { q: 1 } },
        { n: 2, in: [{}] },
      ],
    },
  );
});
values('an empty text is an empty table', async () => {
  assert.equal((await readDocument('', 'toml')).value, {});
  assert.equal((await readDocument('\ufeff# only\r\n', 'toml')).value, {});
});
values('dates and times are strings as RFC 3339 has them', async () => {
  assert.equal(
    (await readDocument('a = 1979-05-27 07:32:00z\nb = 1979-05-27T00:32:00.5-07:00\nc = 1979-05-27\nd = 07:32:00\n', 'toml')).value,
    { a: '1979-05-27T07:32:00Z', b: '1979-05-27T00:32:00.5-07:00', c: '1979-05-27', d: '07:32:00' },
  );
});
values('numbers are those of JSON, and those it cannot write', async () => {
  assert.equal((await readDocument('a = 9007199254740993\nb = 0xFF\nc = 1_000\nd = 1e400\ne = -inf\nf = +1.5\n', 'toml')).value, {
    a: 9007199254740992,
    b: 255,
    c: 1000,
    d: Infinity,
    e: -Infinity,
    f: 1.5,
  });
  assert.ok(Number.isNaN(((await readDocument('a = nan', 'toml')).value as { a: number }).a));
});
values('a byte order mark and CRLF are no part of it', async () => {
  assert.equal((await readDocument('\ufeffa = 1\r\nb = """\r\nx\r\ny"""\r\n', 'toml')).value, { a: 1, b: 'x\ny' });
});
values('__proto__ is a name like any other', async () => {
  const value = (await readDocument('__proto__.polluted = 1\n[t]\n__proto__ = {polluted = 1}\n', 'toml')).value as Record<string, object>;
  assert.ok(Object.hasOwn(value, '__proto__') && Object.hasOwn(value['t']!, '__proto__'));
  assert.is((value['t'] as { polluted?: number }).polluted, undefined);
});
values.run();

// ---

const faults = suite('documents: TOML faults');

faults('a key again is an error where it is repeated', async () => {
  for (const [text, fault] of [
    ['a = 1\na = 2\n', '"a": duplicate key "a"'],
    ['[a]\n[a]\n', '"a": duplicate key "a"'],
    ['x.b = 1\nx.b = 2', '"b": duplicate key "b"'],
    ['\'a b\' = 1\n"a\\u0020b" = 2', '"\\"a\\\\u0020b\\"": duplicate key "a b"'],
    ['t = {b = 1, b = 2}', '"b": duplicate key "b"'],
    ['a = 1\n[a]\n', '"a": duplicate key "a"'],
  ] as const)
    assert.equal(await formatFaults(text, 'toml'), [`error ${fault}`], text);
});
faults('what was expected, and where', async () => {
  for (const [text, fault] of [
    ['\ufeffa = ', '"": expected a value, but the text ends'],
    ['a', '"": expected "=" after the key, but the text ends'],
    ['a = [1', '"": expected "," or "]", but the text ends'],
    ['a = "x\n', '"": expected a quote at the end of the string'],
    ['a = 01', '"01": leading zeros are not allowed, found "01"'],
    ['= 1', '"=": expected a key or a value, found "="'],
    ['a = 1 b = 2', '"b": expected a new line, found "b"'],
    ['a = yes', '"yes": expected a key or a value, in quotes if it is not plain, found "yes"'],
    ['[a', '"": expected "]" after the name of the table, but the text ends'],
  ] as const)
    assert.equal(await formatFaults(text, 'toml'), [`error ${fault}`], text);
});
faults('what the parser has no stack for is a fault', async () => {
  assert.equal(await formatFaults(`a = ${'['.repeat(300_000)}${']'.repeat(300_000)}`, 'toml'), [
    'error "": the text is nested too deeply, or a string in it is too long, to be read',
  ]);
});
faults.run();

// ---

const places = suite('documents: TOML places');

const text =
  '\ufeffa.b = 1 # x\r\n"c d".\'e\' = "😀"\r\n[t]\r\nx = {y = 1, z = [1, {w = 2}]}\r\n[t.u]\r\nv = 1\r\n[[l]]\r\nn = ' +
  '1\r\n[[l]]\r\nn = 2\r\n[l.sub]\r\nq = 1\r\n';

places('a key is its own last part', async () => {
  assert.equal(await textsAt(text, 'toml', '/a/b'), ['b', '1']);
  assert.equal(await textsAt(text, 'toml', '/c d/e'), ["'e'", '"😀"']);
  assert.equal(await textsAt(text, 'toml', '/t/u/v'), ['v', '1']);
  assert.equal(await textsAt(text, 'toml', '/t/u'), ['u', '[t.u]\r\nv = 1']);
});
places('a table named only on the way has the part that names it', async () => {
  assert.equal(await textsAt(text, 'toml', '/a'), ['a', 'a.b = 1']);
  assert.equal(await textsAt(text, 'toml', '/c d'), ['"c d"', '"c d".\'e\' = "😀"']);
});
places('inline tables and arrays', async () => {
  assert.equal(await textsAt(text, 'toml', '/t/x/y'), ['y', '1']);
  assert.equal(await textsAt(text, 'toml', '/t/x/z/0'), ['1', '1']);
  assert.equal(await textsAt(text, 'toml', '/t/x/z/1/w'), ['w', '2']);
});
places('arrays of tables', async () => {
  assert.equal(await textsAt(text, 'toml', '/l'), ['l', '[[l]]\r\nn = 1']);
  assert.equal(await textsAt(text, 'toml', '/l/0/n'), ['n', '1']);
  assert.equal(await textsAt(text, 'toml', '/l/1'), ['[[l]]\r\nn = 2', '[[l]]\r\nn = 2']);
  assert.equal(await textsAt(text, 'toml', '/l/1/sub/q'), ['q', '1']);
});
places('the header of its own is where a table is, though another named it before', async () => {
  assert.equal((await readDocument('[a.b]\nx = 1\n[a]\ny = 2\n', 'toml')).locate(['/a']).get('/a'), {
    key: { start: 13, end: 14 },
    value: { start: 12, end: 21 },
  });
});
places('pointers that lead nowhere are left out', async () => {
  assert.equal([...(await readDocument(text, 'toml')).locate(['/l/2', '/a/0', '/toString', 'a', '/l/01', '']).keys()], ['']);
});
places.run();
