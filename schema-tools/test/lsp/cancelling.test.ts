// watchdog: 60 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { rangeAt, startEditor } from './editor.ts';

const test = suite('lsp cancelling');
const folder = temporaryFolder({
  'slow.json': JSON.stringify({ properties: { name: { pattern: '^(a+)+$' }, zip: { deprecated: true } } }),
});

test('a request that is cancelled is answered so, and the next one is answered', async () => {
  const { uri, open, change, diagnostics, connection, hover, stop } = await startEditor(folder, { args: ['--timeout', '10m'] });
  await open(uri('a.yaml'), `# $schema: slow.json\nzip: 1\nname: ${'a'.repeat(60)}!\n`);
  const source = new CancellationTokenSource();
  const answer = connection
    .sendRequest('textDocument/hover', { textDocument: { uri: uri('a.yaml') }, position: { line: 1, character: 1 } }, source.token)
    .then(
      () => 0,
      ({ code }: { code: number }) => code,
    );
  source.cancel();
  const version = await change(uri('a.yaml'), { text: '# $schema: slow.json\nzip: 1\n' });
  assert.is(await answer, -32800);
  assert.equal(
    (await diagnostics(uri('a.yaml'), version)).map(({ range }) => range),
    [rangeAt(1, 0, 3)],
  );
  assert.is((await hover(uri('a.yaml'), { line: 1, character: 1 }))!.range!.end.character, 3);
  assert.is(await stop(), 0);
});

test('a question about a version that is overtaken is answered as too late', async () => {
  const { uri, open, change, connection, stop } = await startEditor(folder, { args: ['--timeout', '10m'] });
  await open(uri('a.yaml'), `# $schema: slow.json\nname: ${'a'.repeat(60)}!\n`);
  const answer = connection
    .sendRequest('textDocument/codeAction', { textDocument: { uri: uri('a.yaml') }, range: rangeAt(1, 0, 0), context: { diagnostics: [] } })
    .then(
      () => 0,
      ({ code }: { code: number }) => code,
    );
  await change(uri('a.yaml'), { text: 'zip: 1\n' });
  assert.is(await answer, -32801);
  assert.is(await stop(), 0);
});

test.run();
