// watchdog: 60 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { rangeAt, startEditor } from './editor.ts';

const test = suite('lsp symbols and links');
const folder = temporaryFolder({ 's.json': '{}', 'defs.json': '{}' });
const editor = await startEditor(folder, {
  capabilities: { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } },
});
const ask = (method: string, uri: string): Promise<unknown> => editor.connection.sendRequest(method, { textDocument: { uri } });

test('the members of a document are a tree of symbols', async () => {
  const uri = editor.uri('a.json');
  await editor.open(uri, '{ "a": { "b": [1] }, "": "x" }');
  assert.equal(await ask('textDocument/documentSymbol', uri), [
    {
      name: 'a',
      kind: 2,
      range: rangeAt(0, 2, 19),
      selectionRange: rangeAt(0, 2, 5),
      children: [
        {
          name: 'b',
          kind: 18,
          range: rangeAt(0, 9, 17),
          selectionRange: rangeAt(0, 9, 12),
          children: [{ name: '0', kind: 16, range: rangeAt(0, 15, 16), selectionRange: rangeAt(0, 15, 16), children: [] }],
        },
      ],
    },
    { name: '""', kind: 15, range: rangeAt(0, 21, 28), selectionRange: rangeAt(0, 21, 23), children: [] },
  ]);
});

test('each document of a file in YAML is a symbol', async () => {
  const uri = editor.uri('a.yaml');
  await editor.open(uri, 'a: 1\n---\nb: 2\n');
  const symbols = (await ask('textDocument/documentSymbol', uri)) as readonly { name: string; children: readonly { name: string }[] }[];
  assert.equal(
    symbols.map(({ name, children }) => [name, children.map((child) => child.name)]),
    [
      ['document 1', ['a']],
      ['document 2', ['b']],
    ],
  );
});

test('$schema, a comment that names a schema, and references to files that exist are links', async () => {
  const uri = editor.uri('l.json');
  await editor.open(uri, '{ "$schema": "./s.json", "x": { "$ref": "defs.json#/a" }, "y": { "$ref": "missing.json" } }');
  assert.equal(await ask('textDocument/documentLink', uri), [
    { range: rangeAt(0, 13, 23), target: editor.uri('s.json') },
    { range: rangeAt(0, 40, 54), target: editor.uri('defs.json') },
  ]);
  const yaml = editor.uri('l.yaml');
  await editor.open(yaml, '# yaml-language-server: $schema=./s.json\na: 1\n');
  assert.equal(await ask('textDocument/documentLink', yaml), [{ range: rangeAt(0, 0, 40), target: editor.uri('s.json') }]);
});

test('an editor without trees gets a list', async () => {
  const plain = await startEditor(folder);
  const uri = plain.uri('a.json');
  await plain.open(uri, '{ "a": { "b": 1 } }');
  assert.equal(await plain.connection.sendRequest('textDocument/documentSymbol', { textDocument: { uri } }), [
    { name: 'a', kind: 2, location: { uri, range: rangeAt(0, 2, 17) } },
    { name: 'b', kind: 16, location: { uri, range: rangeAt(0, 9, 15) }, containerName: 'a' },
  ]);
  assert.is(await plain.stop(), 0);
});

test('the server ends with 0', async () => {
  assert.is(await editor.stop(), 0);
});

test.run();
