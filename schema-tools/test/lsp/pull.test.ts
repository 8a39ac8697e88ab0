// watchdog: 60 s
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { rangeAt, startEditor } from './editor.ts';
import { settings } from './schemas.ts';

const test = suite('lsp pull diagnostics');
const capabilities = { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } };
interface Report {
  readonly kind: string;
  readonly items: readonly { readonly range: unknown; readonly code: string }[];
}

test('an editor that asks for diagnostics is answered, and none are pushed to it', async () => {
  const { uri, open, change, connection, introduced, published, stop } = await startEditor(temporaryFolder({ 's.json': settings }), {
    capabilities,
  });
  assert.equal(introduced.capabilities.diagnosticProvider, {
    identifier: 'slipway',
    interFileDependencies: true,
    workspaceDiagnostics: false,
  });
  const ask = (of: string) => connection.sendRequest<Report>('textDocument/diagnostic', { textDocument: { uri: of } });
  await open(uri('a.json'), '{"$schema":"s.json","zip":1}');
  assert.equal(await ask(uri('a.json')), {
    kind: 'full',
    items: [{ severity: 2, source: 'slipway', code: 'deprecated', range: rangeAt(0, 20, 25), message: '`zip` is deprecated.', tags: [2] }],
  });
  await change(uri('a.json'), { range: rangeAt(0, 0, 0), text: '\n' });
  assert.equal(
    (await ask(uri('a.json'))).items.map(({ range }) => range),
    [rangeAt(1, 20, 25)],
  );
  assert.equal(await ask(uri('not open.json')), { kind: 'full', items: [] });
  assert.equal(published, []);
  assert.is(await stop(), 0);
});

test('it is asked to ask again when a schema changes', async () => {
  const folder = temporaryFolder({ 's.json': settings });
  const { uri, open, connection, stop } = await startEditor(folder, { capabilities });
  const refreshed = new Promise<void>((done) => {
    connection.onRequest('workspace/diagnostic/refresh', () => {
      done();
      return null;
    });
  });
  const ask = () => connection.sendRequest<Report>('textDocument/diagnostic', { textDocument: { uri: uri('a.json') } });
  await open(uri('a.json'), '{"$schema":"s.json","zip":1}');
  assert.is((await ask()).items.length, 1);
  writeFileSync(join(folder, 's.json'), '{}');
  await refreshed;
  assert.equal((await ask()).items, []);
  assert.is(await stop(), 0);
});

test('a version that is overtaken is not answered with the findings of another', async () => {
  const { uri, open, change, connection, stop } = await startEditor(temporaryFolder({ 's.json': settings }), { capabilities });
  await open(uri('a.json'), '{"$schema":"s.json","zip":1}');
  const first = connection.sendRequest<Report>('textDocument/diagnostic', { textDocument: { uri: uri('a.json') } }).then(
    () => 'answered',
    ({ code, data }: { code: number; data: unknown }) => ({ code, data }),
  );
  await change(uri('a.json'), { text: '{}' });
  assert.equal(await first, { code: -32802, data: { retriggerRequest: true } });
  assert.equal((await connection.sendRequest<Report>('textDocument/diagnostic', { textDocument: { uri: uri('a.json') } })).items, []);
  assert.is(await stop(), 0);
});

test.run();
