// watchdog: 60 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { startEditor } from './editor.ts';
import { settings } from './schemas.ts';

const test = suite('lsp settings of the editor');

test('json.schemas and yaml.schemas name the schemas of files, from the open folder; the config file comes first', async () => {
  const folder = temporaryFolder({
    'schemas/s.json': settings,
    'schemas/none.json': '{}',
    'slipway-lint.json': JSON.stringify({ schemas: [{ fileMatch: ['own.yaml'], schema: 'schemas/none.json' }] }),
  });
  const editor = await startEditor(folder);
  const { uri, open, diagnostics, next, connection } = editor;
  await open(uri('x.app.json'), '{ "zip": 1 }');
  assert.equal(await diagnostics(uri('x.app.json')), []);
  const again = next(uri('x.app.json'));
  await connection.sendNotification('workspace/didChangeConfiguration', {
    settings: {
      json: { schemas: [{ fileMatch: ['*.app.json'], url: './schemas/s.json' }] },
      yaml: { schemas: { 'schemas/s.json': ['/conf/*.yaml', 'own.yaml'] } },
    },
  });
  assert.equal(
    (await again).map(({ message }) => message),
    ['`zip` is deprecated.'],
  );
  await open(uri('conf/a.yaml'), 'zip: 1\n');
  assert.is((await diagnostics(uri('conf/a.yaml'))).length, 1);
  await open(uri('a.yaml'), 'zip: 1\n');
  assert.equal(await diagnostics(uri('a.yaml')), []);
  await open(uri('own.yaml'), 'zip: 1\n');
  assert.equal(await diagnostics(uri('own.yaml')), []);
  assert.is(await editor.stop(), 0);
});

test('a schema that is written inside of json.schemas is used, and its references lead beside the open folder', async () => {
  const folder = temporaryFolder({ 'schemas/s.json': settings });
  const editor = await startEditor(folder);
  const { uri, open, diagnostics, connection } = editor;
  const rows = [
    {
      fileMatch: ['*.app.json'],
      schema: { properties: { old: { deprecated: true, deprecationMessage: 'Gone.' }, port: { type: 'integer' } } },
    },
    { fileMatch: ['*.ref.json'], url: 'https://example.com/ref.json', schema: { $ref: './schemas/s.json' } },
    { fileMatch: ['*.bad.json'], schema: { type: 'nothing' } },
    { fileMatch: ['*.none.json'], schema: 'text' },
  ];
  await connection.sendNotification('workspace/didChangeConfiguration', { settings: { json: { schemas: rows } } });
  const messagesOf = async (name: string, text: string): Promise<readonly string[]> => {
    await open(uri(name), text);
    return (await diagnostics(uri(name))).map(({ message }) => String(message));
  };
  assert.equal(await messagesOf('a.app.json', '{ "old": 1, "port": "x" }'), ['Gone.', 'expected a whole number; found a string']);
  assert.equal(await messagesOf('a.ref.json', '{ "zip": 1 }'), ['`zip` is deprecated.']);
  assert.match((await messagesOf('a.bad.json', '{}')).join(), /the setting json\.schemas has it/);
  assert.equal(await messagesOf('a.none.json', '{ "old": 1 }'), []);
  assert.is(await editor.stop(), 0);
});

test.run();
