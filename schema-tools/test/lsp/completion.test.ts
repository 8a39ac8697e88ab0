// watchdog: 60 s
import type { CompletionItem } from 'vscode-languageserver/node';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { startEditor } from './editor.ts';

const test = suite('lsp completion');
const schema = {
  properties: {
    old: { deprecated: true, type: 'string' },
    level: { enum: ['debug', 'info', 'no'], description: 'How *much* is said.' },
    strict: { type: 'boolean' },
    'odd name': { type: ['integer', 'null'] },
    inner: { $ref: '#/$defs/inner' },
  },
  $defs: { inner: { properties: { port: { type: 'integer' } } } },
};
const folder = temporaryFolder({
  's.json': JSON.stringify(schema),
  'slipway-lint.json': JSON.stringify({ schemas: [{ fileMatch: ['*'], schema: 's.json' }] }),
});
const editor = await startEditor(folder, {
  capabilities: { textDocument: { completion: { completionItem: { tagSupport: { valueSet: [1] }, documentationFormat: ['markdown'] } } } },
});
let count = 0;

/** The completions at `|`, in the order of their `sortText`. */
const complete = async (name: string, marked: string): Promise<readonly CompletionItem[]> => {
  count += 1;
  const uri = editor.uri(`${count}${name}`);
  const offset = marked.indexOf('|');
  const before = marked.slice(0, offset).split('\n');
  await editor.open(uri, marked.replace('|', ''));
  const position = { line: before.length - 1, character: before.at(-1)!.length };
  const items = await editor.connection.sendRequest<CompletionItem[]>('textDocument/completion', { textDocument: { uri }, position });
  return [...items].sort((a, b) => (a.sortText! < b.sortText! ? -1 : 1));
};
const texts = async (name: string, marked: string): Promise<readonly string[]> =>
  (await complete(name, marked)).map(({ textEdit }) => textEdit!.newText);

test('keys that the object does not have yet, the deprecated one last and struck through', async () => {
  assert.equal(await complete('a.json', '{ "strict": true, "l|" }'), [
    {
      label: 'level',
      kind: 10,
      sortText: '000001',
      filterText: '"level"',
      insertTextFormat: 1,
      textEdit: { range: { start: { line: 0, character: 18 }, end: { line: 0, character: 21 } }, newText: '"level": ' },
      documentation: { kind: 'markdown', value: 'How \\*much\\* is said.' },
    },
    {
      label: 'odd name',
      kind: 10,
      sortText: '000002',
      filterText: '"odd name"',
      insertTextFormat: 1,
      textEdit: { range: { start: { line: 0, character: 18 }, end: { line: 0, character: 21 } }, newText: '"odd name": ' },
      detail: 'integer | null',
    },
    {
      label: 'inner',
      kind: 10,
      sortText: '000003',
      filterText: '"inner"',
      insertTextFormat: 1,
      textEdit: { range: { start: { line: 0, character: 18 }, end: { line: 0, character: 21 } }, newText: '"inner": ' },
    },
    {
      label: 'old',
      kind: 10,
      sortText: '100000',
      filterText: '"old"',
      insertTextFormat: 1,
      textEdit: { range: { start: { line: 0, character: 18 }, end: { line: 0, character: 21 } }, newText: '"old": ' },
      detail: 'string',
      tags: [1],
    },
  ]);
});

test('a key that has its colon gets its name only', async () => {
  assert.equal((await texts('a.json', '{ "le|": 1 }'))[0], '"level"');
  assert.equal((await texts('a.yaml', 'le|: 1\n'))[0], 'level');
});

test('in places that are not valid yet: before another member, behind one, in an empty object', async () => {
  assert.equal(await texts('a.json', '{ "inner": { | } }'), ['"port": ']);
  assert.is((await texts('a.json', '{ | "strict": true }'))[0], '"level": ');
  assert.is((await texts('a.json', '{ "strict": true | }'))[0], '"level": ');
});

test('keys of YAML and TOML, with quotes where they need some', async () => {
  assert.equal(await texts('a.yaml', 'inner:\n  |\n'), ['port: ']);
  assert.equal(await texts('a.yaml', 'strict: true\n|\n'), ['level: ', '"odd name": ', 'inner: ', 'old: ']);
  assert.equal(await texts('a.toml', '[inner]\np|\n'), ['port = ']);
});

test('values of an enum and of a boolean', async () => {
  assert.equal(await texts('a.json', '{ "level": | }'), ['"debug"', '"info"', '"no"']);
  assert.equal(await texts('a.yaml', 'level: d|\n'), ['debug', 'info', '"no"']);
  assert.equal(await texts('a.toml', 'strict = |\n'), ['true', 'false']);
});

test('where no schema declares anything there are none', async () => {
  assert.equal(await texts('a.json', '{ "strict": { | } }'), []);
  assert.equal(await texts('a.json', '[ | ]'), []);
});

test('the server ends with 0', async () => {
  assert.is(await editor.stop(), 0);
});

test.run();
