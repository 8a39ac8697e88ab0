// watchdog: 90 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { rangeAt, startEditor } from './editor.ts';
import { settings } from './schemas.ts';

const test = suite('lsp runaway');
const folder = temporaryFolder({
  's.json': settings,
  'slow.json': JSON.stringify({ properties: { name: { pattern: '^(a+)+$' }, zip: { deprecated: true } } }),
});
/** An input for which the pattern takes practically for ever. */
const endless = `${'a'.repeat(60)}!`;

test('a pattern that runs away is ended and reported at the head; other documents, and the same one mended, are judged', async () => {
  const { uri, open, change, diagnostics, hover, actions, stop } = await startEditor(folder, { args: ['--timeout', '2s'] });
  await open(uri('slow.yaml'), `# $schema: slow.json\nzip: 1\nname: ${endless}\n`);
  await open(uri('fine.json'), '{"$schema":"s.json","zip":1}');
  const [told, ...others] = await diagnostics(uri('slow.yaml'));
  assert.equal([told!.range, told!.severity, told!.code, others], [rangeAt(0, 0, 0), 1, 'file', []]);
  assert.match(String(told!.message), /given up after 2 s/);
  assert.is(await hover(uri('slow.yaml'), { line: 1, character: 1 }), null);
  assert.equal(await actions(uri('slow.yaml'), rangeAt(0, 0, 0)), []);
  assert.equal(
    (await diagnostics(uri('fine.json'))).map(({ range }) => range),
    [rangeAt(0, 20, 25)],
  );
  const version = await change(uri('slow.yaml'), { range: rangeAt(2, 6, 6 + endless.length), text: 'aa' });
  assert.equal(
    (await diagnostics(uri('slow.yaml'), version)).map(({ range, code }) => ({ range, code })),
    [{ range: rangeAt(1, 0, 3), code: 'deprecated' }],
  );
  assert.is(await stop(), 0);
});

test('a hover on one document is answered while others are slow', async () => {
  const { uri, open, hover, actions, published, process: server } = await startEditor(folder, { args: ['--timeout', '10m'] });
  for (const name of ['one.yaml', 'two.yaml']) await open(uri(name), `# $schema: slow.json\nname: ${endless}\n`);
  await open(uri('fine.json'), '{"$schema":"s.json","zip":1}');
  const found = await hover(uri('fine.json'), { line: 0, character: 22 });
  assert.match(JSON.stringify(found?.contents), 'Deprecated');
  assert.equal(await actions(uri('fine.json'), rangeAt(0, 20, 25)), []);
  assert.equal(
    published.filter(({ uri: of }) => of !== uri('fine.json')).map(({ uri: of }) => of),
    [],
  );
  server.kill('SIGKILL');
});

test('nobody waits for a version that is no longer there: the next one is judged long before the limit', async () => {
  const { uri, open, change, diagnostics, published, stop } = await startEditor(folder, { args: ['--timeout', '10m'] });
  await open(uri('slow.yaml'), `# $schema: slow.json\nname: ${endless}\n`);
  // Long enough that the first version is being judged.
  await open(uri('other.yaml'), 'a: 1\n');
  await new Promise((done) => {
    setTimeout(done, 1000);
  });
  const version = await change(uri('slow.yaml'), { text: '# $schema: slow.json\nzip: 1\n' });
  assert.equal(
    (await diagnostics(uri('slow.yaml'), version)).map(({ range }) => range),
    [rangeAt(1, 0, 3)],
  );
  assert.equal(
    published.filter((one) => one.uri === uri('slow.yaml')).map((one) => one.version),
    [2],
  );
  assert.equal(await diagnostics(uri('other.yaml')), []);
  assert.is(await stop(), 0);
});

test('a document that is closed while it is judged keeps nobody waiting', async () => {
  const { uri, open, diagnostics, connection, stop } = await startEditor(folder, { args: ['--timeout', '10m'] });
  await open(uri('slow.yaml'), `# $schema: slow.json\nname: ${endless}\n`);
  await connection.sendNotification('textDocument/didClose', { textDocument: { uri: uri('slow.yaml') } });
  await open(uri('fine.json'), '{"$schema":"s.json","zip":1}');
  assert.is((await diagnostics(uri('fine.json'))).length, 1);
  assert.is(await stop(), 0);
});

test('it can be ended while something runs away', async () => {
  const { uri, open, stop } = await startEditor(folder, { args: ['--timeout', '10m'] });
  await open(uri('slow.yaml'), `# $schema: slow.json\nname: ${endless}\n`);
  assert.is(await stop(), 0);
});

test.run();
