// watchdog: 60 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { rangeAt, startEditor } from './editor.ts';
import { settings } from './schemas.ts';

const test = suite('lsp typing');
const folder = temporaryFolder({ 's.json': settings });
const { uri, open, change, diagnostics, published, actions, applied, stop } = await startEditor(folder, { args: ['--schema', 's.json'] });

test('a burst of edits ends with the diagnostics of the last version, and few of those between', async () => {
  const document = uri('burst.yaml');
  await open(document, 'a: 1\n');
  let last = 1;
  for (let count = 0; count < 200; count++) last = await change(document, { range: rangeAt(count, 0, 0), text: `k${count}: 😀\n` });
  last = await change(document, { range: rangeAt(200, 0, 4), text: 'zip: 1' });
  assert.is(last, 202);
  assert.equal(
    (await diagnostics(document, last)).map(({ range }) => range),
    [rangeAt(200, 0, 3)],
  );
  const versions = published.filter((one) => one.uri === document).map(({ version }) => version!);
  assert.is(versions.at(-1), 202);
  assert.equal(
    versions,
    [...versions].sort((a, b) => a - b),
  );
  assert.ok(versions.length < 20, `${versions.length} times`);
});

test('edits of one change follow one another, and count UTF-16 units', async () => {
  const document = uri('edits.json');
  await open(document, '{"😀":1}');
  const version = await change(
    document,
    { range: rangeAt(0, 5, 5), text: ' ' },
    { range: rangeAt(0, 8, 8), text: '' },
    { range: rangeAt(0, 8, 8), text: ',\n "zip":2' },
  );
  assert.equal(
    (await diagnostics(document, version)).map(({ range, code }) => ({ range, code })),
    [{ range: rangeAt(1, 1, 6), code: 'deprecated' }],
  );
});

test('a change of the whole text', async () => {
  const document = uri('whole.toml');
  await open(document, 'zip = 1\n');
  assert.is((await diagnostics(document)).length, 1);
  const version = await change(document, { text: 'port = 1\n' });
  assert.equal(await diagnostics(document, version), []);
});

test('what is asked right after an edit is answered about the edited text', async () => {
  const document = uri('asked.yaml');
  await open(document, 'port: 1\n');
  await change(document, { range: rangeAt(0, 0, 0), text: '# 😀\ncity: x\n' });
  const [rename] = await actions(document, rangeAt(1, 0, 0));
  assert.is(applied(document, rename!), '# 😀\nplace: x\nport: 1\n');
});

test('the server ends with 0', async () => {
  assert.is(await stop(), 0);
});

test.run();
