// process: own
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../src/documents/index.ts';
import { textsAt, formatFaults, readDocument } from './read-document.ts';

const values = suite('documents: YAML values');

values('the parser is not loaded before it is needed', async () => {
  const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => /[\\/]node_modules[\\/]yaml[\\/]/.test(file));
  await readSource('{}', 'json');
  assert.is(loaded(), false);
  await readSource('{}', 'yaml');
  assert.is(loaded(), true);
});
values('the core schema: yes, on and a date are strings, 0o10 is a number', async () => {
  assert.equal(
    (await readDocument('a: yes\nb: on\nc: 2001-01-01\nd: 0o10\ne: 010\nf: ~\ng:\nh: True\ni: .inf\nj: 1e3\nk: "1"\n', 'yaml')).value,
    { a: 'yes', b: 'on', c: '2001-01-01', d: 8, e: 10, f: null, g: null, h: true, i: Infinity, j: 1000, k: '1' },
  );
});
values('a byte order mark is no part of it, whatever follows', async () => {
  assert.equal((await readDocument('\ufeff- a: 1\r\n- 2\r\n', 'yaml')).value, [{ a: 1 }, 2]);
  assert.equal((await readDocument('\ufeff? a\n: 1\n', 'yaml')).value, { a: 1 });
  assert.equal(await textsAt('\ufeff- a: &x 1\n- *x\n', 'yaml', '/1'), ['1', '1', '*x']);
  assert.equal(await formatFaults('\ufeffa: @b\n', 'yaml'), ['error "@": plain value cannot start with reserved character @']);
});
values('%YAML 1.1 says what yes is; a date stays a string', async () => {
  assert.equal((await readDocument('%YAML 1.1\n---\na: yes\nb: 2001-01-01\n', 'yaml')).value, { a: true, b: '2001-01-01' });
});
values('what a tag says where JSON has a type for it, else the value without the tag', async () => {
  assert.equal(
    (
      await readDocument(
        'a: !!str 12\nb: !!float 1\nc: !!binary aGVsbG8=\nd: !!set {x, y}\ne: !!omap [z: 1]\nf: !!timestamp 2001-01-01\ng: ' +
          '!Ref x\nh: !GetAtt [a, b]\n',
        'yaml',
      )
    ).value,
    { a: '12', b: 1, c: 'aGVsbG8=', d: { x: null, y: null }, e: [{ z: 1 }], f: '2001-01-01', g: 'x', h: ['a', 'b'] },
  );
});
values('keys are strings: numbers, booleans and null by their name, collections by their JSON text', async () => {
  assert.equal((await readDocument('1: a\n1.50: b\ntrue: c\n~: d\n? [x, 1]\n: e\n? {y: 2}\n: f\n', 'yaml')).value, {
    1: 'a',
    1.5: 'b',
    true: 'c',
    null: 'd',
    '["x",1]': 'e',
    '{"y":2}': 'f',
  });
});
values('__proto__ is a name like any other, merged in too', async () => {
  const value = (await readDocument('a: &a {__proto__: {polluted: 1}}\nb: {<<: *a}\n', 'yaml')).value as Record<string, object>;
  assert.ok(Object.hasOwn(value['a']!, '__proto__'));
  assert.ok(Object.hasOwn(value['b']!, '__proto__'));
  assert.is((value['b'] as { polluted?: number }).polluted, undefined);
});
values('an empty text and comments only are no document, --- is one', async () => {
  for (const text of ['', '\n', '# only\n', '\ufeff'])
    assert.equal(
      (await readSource(text, 'yaml')).documents.map(({ value }) => value),
      [],
      text,
    );
  assert.equal(
    (await readSource('---\n', 'yaml')).documents.map(({ value }) => value),
    [null],
  );
});
values('several documents, each with its own anchors', async () => {
  const { documents, faults } = await readSource('a: &x 1\n---\nb: 2\n...\n---\nc: 3\n', 'yaml');
  assert.equal(
    documents.map(({ value }) => value),
    [{ a: 1 }, { b: 2 }, { c: 3 }],
  );
  assert.equal(faults, []);
  assert.equal(await formatFaults('a: &x 1\n---\nb: *x\n', 'yaml'), ['error "*x": alias *x: there is no anchor &x before it']);
});
values('a document with a fault is left out, the others are read', async () => {
  const { documents, faults } = await readSource('a: 1\n---\nb: [\n---\nc: 3\n', 'yaml');
  assert.equal(
    documents.map(({ value }) => value),
    [{ a: 1 }, { c: 3 }],
  );
  assert.ok(faults.length > 0 && faults.every(({ severity }) => severity === 'error'));
});
values('10,000 levels in a worker with 32 MB of stack', async () => {
  const worker = new Worker(
    `import('tsx/esm/api').then(({ tsImport }) => tsImport('./deep-worker.ts', ${JSON.stringify(import.meta.url)}))`,
    { eval: true, resourceLimits: { stackSizeMb: 32 } },
  );
  const [answer] = (await once(worker, 'message')) as [unknown];
  await worker.terminate();
  assert.equal(answer, { flow: { key: { start: 10_001, end: 10_002 }, value: { start: 10_004, end: 10_005 } }, faults: [] });
});
values('deeper than the stack of the thread holds is a fault at the first level too many', async () => {
  for (const depth of [394, 300_000]) {
    assert.equal((await readSource(`a: 1\n---\n${'['.repeat(depth)}${']'.repeat(depth)}`, 'yaml')).faults, [
      {
        start: 9 + 393,
        end: 9 + 394,
        severity: 'error',
        message: 'expected at most 393 levels, one in the other: deeper YAML cannot be read here',
      },
    ]);
  }
  assert.equal(await formatFaults(`${'['.repeat(393)}${']'.repeat(393)}`, 'yaml'), []);
});
values('a carriage return alone ends a line, as a line feed does', async () => {
  const text = '# one\ra: 1 # two\rb:\r  - x\r  - "y\r    z"\rc: |\r  d\r  e\r';
  const source = await readSource(text, 'yaml');
  assert.equal(source.faults, []);
  assert.equal(
    source.documents.map(({ value }) => value),
    [{ a: 1, b: ['x', 'y z'], c: 'd\ne\n' }],
  );
  assert.is(source.text, text);
  assert.equal(
    source.comments().map(({ start, end }) => text.slice(start, end)),
    ['# one', '# two'],
  );
  assert.equal(await textsAt(text, 'yaml', '/b/1'), ['"y\r    z"', '"y\r    z"']);
  const edit = source.documents[0]!.rename('/c', 'f')!;
  assert.is(`${text.slice(0, edit.start)}${edit.text}${text.slice(edit.end)}`, text.replace('c: |', 'f: |'));
});
values.run();

// ---

const faults = suite('documents: YAML faults');

faults('the errors of the parser, each with its place', async () => {
  assert.equal(await formatFaults('a:\n\tb: 1\n', 'yaml'), ['error "\\t": tabs are not allowed as indentation; indent with spaces']);
  assert.equal(await formatFaults('a: b: c\n', 'yaml'), [
    'error "b": nested mappings are not allowed in compact mappings; a value with ": " in it is written in quotes',
  ]);
  assert.equal(await formatFaults('a: "x\n', 'yaml'), ['error "": missing closing "']);
  assert.equal(await formatFaults('a: !x!y 1\n', 'yaml'), ['error "!x!y": could not resolve tag: !x!y']);
  assert.equal(await formatFaults('@a\n', 'yaml'), ['error "@": plain value cannot start with reserved character @']);
});
faults('a key again is a warning at each repetition, however it is written', async () => {
  assert.equal(await formatFaults('a: 1\n"a": 2\nb: {c: 1, c: 2}\n1: x\n"1": y\n', 'yaml'), [
    'warning "\\"a\\"": duplicate key "a"',
    'warning "c": duplicate key "c"',
    'warning "\\"1\\"": duplicate key "1"',
  ]);
  assert.equal((await readDocument('a: 1\na: 2\n', 'yaml')).value, { a: 2 });
});
faults('several merge keys are no repetition', async () => {
  assert.equal(await formatFaults('a: &a {x: 1}\nb: &b {y: 2}\nc:\n  <<: *a\n  <<: *b\n', 'yaml'), []);
});
faults.run();

// ---

const places = suite('documents: YAML places');

places('keys are as written, with quotes; items have their value', async () => {
  const text = '\ufeff"a":\r\n  - x\r\n  - b: 1 # c\r\n    \'d\': [1, {e: 😀, f: 2}]\r\n';
  assert.equal(await textsAt(text, 'yaml', '/a'), ['"a"', "- x\r\n  - b: 1 # c\r\n    'd': [1, {e: 😀, f: 2}]"]);
  assert.equal(await textsAt(text, 'yaml', '/a/0'), ['x', 'x']);
  assert.equal(await textsAt(text, 'yaml', '/a/1/b'), ['b', '1']);
  assert.equal(await textsAt(text, 'yaml', '/a/1/d/1/f'), ['f', '2']);
});
places('a value that is not written is an empty place', async () => {
  const { locate } = await readDocument('a:\nb: {c, d: }\n', 'yaml');
  assert.equal(
    locate(['/a', '/b/c', '/b/d']),
    new Map([
      ['/a', { key: { start: 0, end: 1 }, value: { start: 2, end: 2 } }],
      ['/b/c', { key: { start: 7, end: 8 }, value: { start: 8, end: 8 } }],
      ['/b/d', { key: { start: 10, end: 11 }, value: { start: 13, end: 13 } }],
    ]),
  );
});
places('a value has its place without tag and anchor', async () => {
  assert.equal(await textsAt('a: !!str &x 12\n', 'yaml', '/a'), ['a', '12']);
});
places('keys that are no strings are found by what they become', async () => {
  const text = '1: a\n~: b\n? [x]\n: c\n? |\n  long\n: d\n';
  assert.equal(await textsAt(text, 'yaml', '/1'), ['1', 'a']);
  assert.equal(await textsAt(text, 'yaml', '/null'), ['~', 'b']);
  assert.equal(await textsAt(text, 'yaml', '/["x"]'), ['[x]', 'c']);
  assert.equal((await textsAt(text, 'yaml', '/long\n'))?.[1], 'd');
});
places('each document has its own pointers', async () => {
  const { documents } = await readSource('a: 1\n---\na: 2\n', 'yaml');
  assert.equal(
    documents.map(({ locate }) => locate(['/a']).get('/a')?.key),
    [
      { start: 0, end: 1 },
      { start: 9, end: 10 },
    ],
  );
});
places('of equal keys the last one counts', async () => {
  assert.equal((await readDocument('a: 1\na: 2\n', 'yaml')).locate(['/a']).get('/a')?.key, { start: 5, end: 6 });
});
places('pointers that lead nowhere are left out', async () => {
  assert.equal(
    [...(await readDocument('a: [1]\ns: x\n', 'yaml')).locate(['/a/1', '/a/00', '/s/0', '/toString', 'a', '/a/0']).keys()],
    ['/a/0'],
  );
});
places('a text with more faults than a call takes arguments is read', async () => {
  const { faults } = await readSource(`a: [ ${'{{ x }} '.repeat(60_000)}`, 'yaml');
  assert.ok(faults.length > 100_000);
});

places.run();
