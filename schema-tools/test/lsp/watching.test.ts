// watchdog: 60 s
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { rangeAt, startEditor } from './editor.ts';
import { settings } from './schemas.ts';

const test = suite('lsp watching');
const other = JSON.stringify({ properties: { $schema: {}, port: { deprecated: true } } });

test('a schema that changes is read anew for the open documents, where the editor watches nothing', async () => {
  const folder = temporaryFolder({ 'schemas/s.json': settings });
  const { uri, open, diagnostics, next, stop } = await startEditor(folder);
  await open(uri('a.json'), '{"$schema":"schemas/s.json","zip":1,"port":1}');
  assert.equal(
    (await diagnostics(uri('a.json'))).map(({ range }) => range),
    [rangeAt(0, 28, 33)],
  );
  // Only now are the folders known that it has to listen to.
  await new Promise((done) => {
    setTimeout(done, 300);
  });
  const again = next(uri('a.json'));
  writeFileSync(join(folder, 'schemas/s.json'), other);
  assert.equal(
    (await again).map(({ range }) => range),
    [rangeAt(0, 36, 42)],
  );
  assert.is(await stop(), 0);
});

test('an editor that watches files is asked to, and what it tells is heard', async () => {
  const folder = temporaryFolder({ 's.json': settings });
  const watches = startEditor(folder, { capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } } });
  const { uri, open, connection, diagnostics, next, stop } = await watches;
  const asked = new Promise<unknown>((done) => {
    connection.onRequest(
      'client/registerCapability',
      ({ registrations }: { registrations: { method: string; registerOptions: unknown }[] }) => {
        done(registrations.map(({ method, registerOptions }) => ({ method, registerOptions })));
        return null;
      },
    );
  });
  assert.equal(await asked, [
    { method: 'workspace/didChangeWatchedFiles', registerOptions: { watchers: [{ globPattern: '**/*.{json,jsonc,yaml,yml,toml}' }] } },
  ]);
  await open(uri('a.json'), '{"$schema":"s.json","zip":1,"port":1}');
  assert.is((await diagnostics(uri('a.json'))).length, 1);
  for (const [type, text, expected] of [
    [2, other, [rangeAt(0, 28, 34)]],
    [3, undefined, [rangeAt(0, 11, 19)]],
    [1, settings, [rangeAt(0, 20, 25)]],
  ] as const) {
    const again = next(uri('a.json'));
    if (text === undefined) rmSync(join(folder, 's.json'));
    else writeFileSync(join(folder, 's.json'), text);
    await connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri: uri('s.json'), type }] });
    assert.equal(
      (await again).map(({ range }) => range),
      expected,
      `${type}`,
    );
  }
  assert.is(await stop(), 0);
});

test('a schema outside of the folders that the editor watches is listened to', async () => {
  const folder = temporaryFolder({ 'outside/s.json': settings, 'inside/b.json': '' });
  const { uri, open, connection, diagnostics, next, stop } = await startEditor(folder, {
    folders: ['inside'],
    capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
  });
  connection.onRequest('client/registerCapability', () => null);
  await open(uri('inside/a.json'), '{"$schema":"../outside/s.json","zip":1,"port":1}');
  assert.is((await diagnostics(uri('inside/a.json'))).length, 1);
  await new Promise((done) => {
    setTimeout(done, 300);
  });
  const again = next(uri('inside/a.json'));
  writeFileSync(join(folder, 'outside/s.json'), other);
  assert.equal(
    (await again).map(({ range }) => range),
    [rangeAt(0, 39, 45)],
  );
  assert.is(await stop(), 0);
});

test('a config file or a schema that the editor saves is heard of without any watching', async () => {
  const folder = temporaryFolder({ 's.json': settings });
  const { uri, open, connection, diagnostics, next, stop } = await startEditor(folder, {
    capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
  });
  connection.onRequest('client/registerCapability', () => null);
  await open(uri('a.json'), '{"$schema":"s.json","zip":1}');
  assert.is((await diagnostics(uri('a.json'))).length, 1);
  const config = JSON.stringify({ rules: { deprecated: 'off' } });
  await open(uri('slipway-lint.json'), config);
  await diagnostics(uri('slipway-lint.json'));
  const again = next(uri('a.json'));
  writeFileSync(join(folder, 'slipway-lint.json'), config);
  await connection.sendNotification('textDocument/didSave', { textDocument: { uri: uri('slipway-lint.json') } });
  assert.equal(await again, []);
  assert.is(await stop(), 0);
});

test('a schema that is open and leads nowhere says so as it is saved', async () => {
  const text = '{ "$schema": "https://json-schema.org/draft/2020-12/schema",\n  "$ref": "#/$defs/a" }';
  const folder = temporaryFolder({ 's.json': text });
  const { uri, open, change, connection, diagnostics, next, stop } = await startEditor(folder);
  const faces = (found: readonly { readonly code?: unknown; readonly range: unknown }[]) =>
    found.map(({ code, range }) => ({ code, range }));
  await open(uri('s.json'), text);
  assert.equal(faces(await diagnostics(uri('s.json'))), [{ code: 'schema', range: rangeAt(1, 2, 8) }]);
  const version = await change(uri('s.json'), { range: rangeAt(1, 19, 20), text: 'b' });
  assert.equal(faces(await diagnostics(uri('s.json'), version)), []);
  const again = next(uri('s.json'));
  writeFileSync(join(folder, 's.json'), text.replace('$defs/a', '$defs/b'));
  await connection.sendNotification('textDocument/didSave', { textDocument: { uri: uri('s.json') } });
  assert.equal(faces(await again), [{ code: 'schema', range: rangeAt(1, 2, 8) }]);
  assert.is(await stop(), 0);
});

test.run();
