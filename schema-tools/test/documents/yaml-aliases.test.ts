import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { textsAt, formatFaults, readDocument } from './read-document.ts';

const test = suite('documents: YAML aliases');

const text = `base: &b
  old: 1
  deep: {x: 1}
one: *b
two:
  <<: *b
  own: 2
three:
  <<: [*b, {old: 3, inl: 4}]
  old: 9
list: [*b, *b]
`;

test('an alias is the value of its anchor, a merge adds what is not there', async () => {
  const base = { old: 1, deep: { x: 1 } };
  assert.equal((await readDocument(text, 'yaml')).value, {
    base,
    one: base,
    two: { old: 1, deep: { x: 1 }, own: 2 },
    three: { old: 9, deep: { x: 1 }, inl: 4 },
    list: [base, base],
  });
});
test('what an alias brings in lies at the definition, and the alias is reported', async () => {
  assert.equal(await textsAt(text, 'yaml', '/base/old'), ['old', '1']);
  assert.equal(await textsAt(text, 'yaml', '/one/old'), ['old', '1', '*b']);
  assert.equal(await textsAt(text, 'yaml', '/two/old'), ['old', '1', '*b']);
  assert.equal(await textsAt(text, 'yaml', '/two/deep/x'), ['x', '1', '*b']);
});
test('two uses of one anchor differ in the alias alone', async () => {
  const found = (await readDocument(text, 'yaml')).locate(['/list/0/old', '/list/1/old', '/base/old']);
  const definition = { key: { start: 11, end: 14 }, value: { start: 16, end: 17 } };
  assert.equal(found.get('/base/old'), definition);
  assert.equal(found.get('/list/0/old'), { ...definition, alias: { start: 116, end: 118 } });
  assert.equal(found.get('/list/1/old'), { ...definition, alias: { start: 120, end: 122 } });
});
test('a key whose value is an alias is written here; an item that is one is not', async () => {
  assert.equal(await textsAt(text, 'yaml', '/one'), ['one', 'old: 1\n  deep: {x: 1}']);
  assert.equal(await textsAt(text, 'yaml', '/list/0'), ['old: 1\n  deep: {x: 1}', 'old: 1\n  deep: {x: 1}', '*b']);
});
test('a key of its own beats a merged one, an earlier source a later', async () => {
  assert.equal(await textsAt(text, 'yaml', '/three/old'), ['old', '9']);
  assert.equal((await readDocument('a: &a {x: 1}\nb: &b {x: 2, y: 2}\nc: {<<: [*a, *b], z: 3}\n', 'yaml')).value, {
    a: { x: 1 },
    b: { x: 2, y: 2 },
    c: { z: 3, x: 1, y: 2 },
  });
});
test('a mapping merged in without an alias has no alias', async () => {
  assert.equal(await textsAt(text, 'yaml', '/three/inl'), ['inl', '4']);
});
test('through two aliases the first one is reported', async () => {
  const nested = 'a: &a {x: 1}\nb: &b {in: *a}\nc: *b\n';
  assert.equal((await readDocument(nested, 'yaml')).locate(['/c/in/x']).get('/c/in/x')?.alias, { start: 31, end: 33 });
});
test('a merged mapping may have merges of its own', async () => {
  const chain = 'a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nc: {<<: *b}\n';
  assert.equal((await readDocument(chain, 'yaml')).value, { a: { x: 1 }, b: { y: 2, x: 1 }, c: { y: 2, x: 1 } });
  assert.equal((await readDocument(chain, 'yaml')).locate(['/c/x']).get('/c/x'), {
    key: { start: 7, end: 8 },
    value: { start: 10, end: 11 },
    alias: { start: 42, end: 44 },
  });
});
test('an anchor that is given again counts from there on', async () => {
  assert.equal((await readDocument('a: &x 1\nb: *x\nc: &x 2\nd: *x\n', 'yaml')).value, { a: 1, b: 1, c: 2, d: 2 });
});
test('an alias may be a key', async () => {
  assert.equal((await readDocument('a: &k name\n*k : 1\n', 'yaml')).value, { a: 'name', name: 1 });
  assert.equal(await textsAt('a: &k name\n*k : 1\n', 'yaml', '/name'), ['*k', '1']);
});
test('<< in quotes is a key', async () => {
  assert.equal((await readDocument('"<<": {a: 1}\n', 'yaml')).value, { '<<': { a: 1 } });
});
test('an alias without an anchor, or before it, is a fault', async () => {
  assert.equal(await formatFaults('a: *x\nb: &x 1\n', 'yaml'), ['error "*x": alias *x: there is no anchor &x before it']);
});
test('an alias inside of what it refers to is a fault, and ends', async () => {
  assert.equal(await formatFaults('a: &x\n  b: [*x]\n', 'yaml'), [
    'error "*x": alias *x is inside of the value that it refers to; a value cannot contain itself',
  ]);
  assert.equal(await formatFaults('a: &x\n  <<: *x\n', 'yaml'), [
    'error "*x": alias *x is inside of the value that it refers to; a value cannot contain itself',
  ]);
});
test('only mappings can be merged', async () => {
  const sentence = 'expected a mapping, an alias of one or a list of them as what << merges';
  assert.equal(await formatFaults('<<: 1\n', 'yaml'), [`error "1": ${sentence}`]);
  assert.equal(await formatFaults('a: &x [1]\nb: {<<: *x}\n', 'yaml'), [`error "*x": ${sentence}`]);
});
test('aliases that multiply are refused at the one that is too much', async () => {
  const lines = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
  for (const [name, before] of ['ba', 'cb', 'dc', 'ed', 'fe', 'gf', 'hg', 'ih'])
    lines.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(', ')}]`);
  assert.equal(await formatFaults(lines.join('\n'), 'yaml'), [
    'error "*e": the aliases up to here stand for more than 1,000,000 values when written out; the document is not read any further',
  ]);
});
test('merges that multiply are refused too', async () => {
  const wide = `a: &a {${Array.from({ length: 1500 }, (_, index) => `k${index}`).join(', ')}}\n`;
  const [fault] = await formatFaults(wide + Array.from({ length: 1500 }, (_, index) => `m${index}: {<<: *a}\n`).join(''), 'yaml');
  assert.match(fault!, /^error "\*a": the aliases up to here stand for more than 1,000,000 values/);
});
test.run();
