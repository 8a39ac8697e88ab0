// watchdog: 60 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { rangeAt, startEditor } from './editor.ts';
import { settings } from './schemas.ts';

const test = suite('lsp code actions');
const folder = temporaryFolder({
  's.json': settings,
  'chain.json': JSON.stringify({
    properties: {
      a: { deprecated: true, 'x-replacement': 'b' },
      b: {},
      c: { deprecated: true, 'x-replacement': 'd' },
      d: { type: 'string' },
      kind: {},
    },
  }),
  'slipway-lint.json': JSON.stringify({
    schemas: [
      { fileMatch: 'chain*.yaml', schema: 'chain.json' },
      { fileMatch: ['*', '!slipway-lint.json'], schema: 's.json' },
    ],
  }),
});
const { uri, open, actions, applied, diagnostics, change, introduced, stop } = await startEditor(folder);
const quick = { only: ['quickfix'] };

test('it says which kinds there are', () => {
  assert.equal(introduced.capabilities.codeActionProvider, { codeActionKinds: ['quickfix', 'source.fixAll.slipway'] });
});

test('JSON: the rename, in the spelling of the key; JSON has no comments, so nothing can be ignored', async () => {
  const document = uri('a.json');
  await open(document, '{ "😀": 1, "city" : "x", "zip": 1 }');
  const found = await actions(document, rangeAt(0, 13, 13), quick);
  assert.equal(
    found.map(({ title, kind, isPreferred, diagnostics: about }) => ({
      title,
      kind,
      isPreferred,
      about: about?.map(({ range }) => range),
    })),
    [{ title: 'Write `place` instead', kind: 'quickfix', isPreferred: true, about: [rangeAt(0, 11, 17)] }],
  );
  assert.is(applied(document, found[0]!), '{ "😀": 1, "place" : "x", "zip": 1 }');
  assert.equal(await actions(document, rangeAt(0, 26, 26), quick), []);
});

test('a rename that `--fix` would not do is not offered: the name is taken', async () => {
  await open(uri('taken.json'), '{ "city": "x", "place": "y" }');
  assert.equal(await actions(uri('taken.json'), rangeAt(0, 0, 20)), []);
  // d must be a string: the renamed file would not be valid.
  await open(uri('chain-1.yaml'), 'c: 1\n');
  assert.equal(
    (await actions(uri('chain-1.yaml'), rangeAt(0, 0, 0))).map(({ title }) => title),
    ['Ignore `deprecated` on this line'],
  );
});

test('YAML: a comment at the end of the line ignores the finding, and the server finds it no more', async () => {
  const document = uri('a.yaml');
  await open(document, 'port: 1\nzip: |  \n  a\n');
  const [ignore, ...others] = await actions(document, rangeAt(1, 1, 1));
  assert.equal([ignore!.title, ignore!.kind, others], ['Ignore `deprecated` on this line', 'quickfix', []]);
  const text = applied(document, ignore!);
  assert.is(text, 'port: 1\nzip: | # slipway-lint-ignore deprecated  \n  a\n');
  const version = await change(document, { text });
  assert.equal(await diagnostics(document, version), []);
  assert.equal(await actions(document, rangeAt(1, 1, 1)), []);
});

test('where the line ends within a text of several lines, the comment stands above, as far in', async () => {
  const document = uri('long.jsonc');
  await open(document, '{\r\n  "zip": 1 /* one\r\n   two */\r\n}');
  const [ignore] = await actions(document, rangeAt(1, 4, 4));
  assert.is(applied(document, ignore!), '{\r\n  // slipway-lint-ignore-next-line deprecated\r\n  "zip": 1 /* one\r\n   two */\r\n}');
  await open(uri('long.yaml'), 'zip: "a\n  b"\n');
  const [above] = await actions(uri('long.yaml'), rangeAt(0, 0, 0));
  assert.is(applied(uri('long.yaml'), above!), '# slipway-lint-ignore-next-line deprecated\nzip: "a\n  b"\n');
});

test('where no place for a comment helps, none is offered', async () => {
  await open(uri('nowhere.yaml'), '{a: "x\n  y", zip: "a\n  b"}\n');
  assert.is((await diagnostics(uri('nowhere.yaml'))).length, 1);
  assert.equal(await actions(uri('nowhere.yaml'), rangeAt(1, 7, 7)), []);
});

test('TOML: a finding of another rule on the same line stays', async () => {
  const document = uri('a.toml');
  await open(document, 'zip = 1\nport = "x"\n');
  const found = await actions(document, rangeAt(0, 0, 0, 1), quick);
  assert.equal(
    found.map((action) => applied(document, action)),
    ['zip = 1 # slipway-lint-ignore deprecated\nport = "x"\n', 'zip = 1\nport = "x" # slipway-lint-ignore invalid\n'],
  );
});

test('source.fixAll.slipway renames everything that is safe, and leaves the rest byte for byte', async () => {
  const document = uri('chain-2.yaml');
  await open(document, '# 😀\na:   1 # one\nc: 2\nkind: {a: 1}\n---\nc: "x"\n');
  for (const only of ['source.fixAll.slipway', 'source.fixAll', 'source']) {
    const [all, ...others] = await actions(document, rangeAt(0, 0, 0), { only: [only] });
    assert.equal([all!.kind, others], ['source.fixAll.slipway', []]);
    assert.is(applied(document, all!), '# 😀\nb:   1 # one\nc: 2\nkind: {a: 1}\n---\nd: "x"\n');
  }
  assert.equal(await actions(document, rangeAt(0, 0, 0), { only: ['source.organizeImports'] }), []);
});

test('unless asked for, all renames are offered only beside one of them', async () => {
  await open(uri('chain-3.yaml'), 'kind: 1\na: 1\n');
  assert.equal(
    (await actions(uri('chain-3.yaml'), rangeAt(0, 0, 0))).map(({ title }) => title),
    [],
  );
  assert.equal(
    (await actions(uri('chain-3.yaml'), rangeAt(1, 0, 0))).map(({ title }) => title),
    ['Write `b` instead', 'Ignore `deprecated` on this line', 'Rename all deprecated fields that can be renamed safely'],
  );
});

test('an editor that takes versions with edits gets them', async () => {
  const other = await startEditor(folder, { capabilities: { workspace: { workspaceEdit: { documentChanges: true } } } });
  const document = other.uri('v.json');
  await other.open(document, '{ "city": "x" }');
  const [rename] = await other.actions(document, rangeAt(0, 4, 4), quick);
  assert.equal(rename!.edit, {
    documentChanges: [{ textDocument: { uri: document, version: 1 }, edits: [{ range: rangeAt(0, 2, 8), newText: '"place"' }] }],
  });
  assert.is(await other.stop(), 0);
});

test('the server ends with 0', async () => {
  assert.is(await stop(), 0);
});

test.run();
