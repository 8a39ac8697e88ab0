// watchdog: 60 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { rangeAt, startEditor } from './editor.ts';
import { settings } from './schemas.ts';

const test = suite('lsp documents');
const folder = temporaryFolder({
  'one two/s é.json': settings,
  'one two/slipway-lint.json': JSON.stringify({ schemas: [{ fileMatch: ['*.yaml', '*.thing', 'Untitled*'], schema: 's é.json' }] }),
  'other/s.json': JSON.stringify({ properties: { old: { deprecated: true } } }),
  'other/slipway-lint.json': JSON.stringify({ schemas: [{ fileMatch: '*.yaml', schema: 's.json' }] }),
});
const { uri, open, diagnostics, published, actions, hover, stop, connection } = await startEditor(folder, {
  folders: ['one two', 'other'],
});

test('each folder of the workspace has its own config; spaces and letters of any kind may be in names', async () => {
  await open(uri('one two/ä 😀.yaml'), 'zip: 1\nold: 1\n');
  await open(uri('other/a.yaml'), 'zip: 1\nold: 1\n');
  assert.equal(
    (await diagnostics(uri('one two/ä 😀.yaml'))).map(({ range }) => range),
    [rangeAt(0, 0, 3)],
  );
  assert.equal(
    (await diagnostics(uri('other/a.yaml'))).map(({ range }) => range),
    [rangeAt(1, 0, 3)],
  );
});

test('an address that is escaped otherwise than ours is answered as it was written', async () => {
  const odd = uri('other/b.yaml').replace('b.yaml', '%62.yaml');
  await open(odd, 'old: 1\n');
  assert.equal(
    (await diagnostics(odd)).map(({ range }) => range),
    [rangeAt(0, 0, 3)],
  );
});

test('a document without a file is taken to be in the first folder, and is what the editor says it is', async () => {
  await open('untitled:Untitled-1', 'zip: 1\n', 'yaml');
  assert.equal(
    (await diagnostics('untitled:Untitled-1')).map(({ range, code }) => ({ range, code })),
    [{ range: rangeAt(0, 0, 3), code: 'deprecated' }],
  );
});

test('a name that does not tell the format leaves it to the editor', async () => {
  await open(uri('one two/a.thing'), 'zip: 1\n', 'yaml.docker-compose');
  assert.equal((await diagnostics(uri('one two/a.thing'))).length, 1);
});

test('what is not JSON, YAML or TOML, or not in a file, is left alone', async () => {
  const before = published.length;
  await open(uri('one two/a.ts'), 'const zip = 1;', 'typescript');
  await open('git:/a.json?HEAD', '{', 'json');
  await open(uri('one two/b.thing'), 'zip: 1\n', 'plaintext');
  assert.equal(await actions(uri('one two/a.ts'), rangeAt(0, 0, 9)), []);
  assert.is(await hover(uri('one two/a.ts'), { line: 0, character: 7 }), null);
  assert.is(await hover(uri('never opened.json'), { line: 0, character: 0 }), null);
  await connection.sendNotification('textDocument/didClose', { textDocument: { uri: uri('one two/a.ts') } });
  await open(uri('other/last.yaml'), 'old: 1\n');
  await diagnostics(uri('other/last.yaml'));
  assert.equal(
    published.slice(before).map((one) => one.uri),
    [uri('other/last.yaml')],
  );
});

test('an empty document, and one that is empty but for its schema, are no trouble', async () => {
  for (const name of ['empty.json', 'empty.toml', 'empty.jsonc']) {
    await open(uri(`other/${name}`), '');
    assert.ok(Array.isArray(await diagnostics(uri(`other/${name}`))));
    assert.is(await hover(uri(`other/${name}`), { line: 0, character: 0 }), null);
  }
});

test('the server ends with 0', async () => {
  assert.is(await stop(), 0);
});

test.run();
