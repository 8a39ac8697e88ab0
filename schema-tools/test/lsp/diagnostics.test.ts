// watchdog: 60 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { rangeAt, startEditor } from './editor.ts';
import { settings } from './schemas.ts';

const test = suite('lsp diagnostics');
const folder = temporaryFolder({ 's.json': settings });
const opened = await startEditor(folder);
const { uri, open, diagnostics, published } = opened;
const told = 'Use `place`; <b>not</b> [this](https://example.com).';

test('JSON: deprecated fields are warnings with the tag, faults are errors; columns count UTF-16 units', async () => {
  await open(uri('a.json'), '{ "$schema": "./s.json",\n  "é😀": 1, "city": "x", "port": "a" }');
  assert.equal(await diagnostics(uri('a.json')), [
    { severity: 2, source: 'slipway', code: 'deprecated', range: rangeAt(1, 12, 18), message: told, tags: [2] },
    { severity: 1, source: 'slipway', code: 'invalid', range: rangeAt(1, 25, 31), message: 'expected a whole number; found a string' },
  ]);
});

test('YAML: what an alias brings in is reported once, and the alias is related', async () => {
  await open(
    uri('a.yaml'),
    ['# yaml-language-server: $schema=s.json', 'zip: &z {a: 😀, b: 1}', 'other: *z', '---', 'base: &b', '  zip: 1', '<<: *b', ''].join(
      '\n',
    ),
  );
  assert.equal(await diagnostics(uri('a.yaml')), [
    { severity: 2, source: 'slipway', code: 'deprecated', range: rangeAt(1, 0, 3), message: '`zip` is deprecated.', tags: [2] },
    {
      severity: 2,
      source: 'slipway',
      code: 'deprecated',
      range: rangeAt(5, 2, 5),
      message: '`zip` is deprecated.',
      tags: [2],
      relatedInformation: [{ location: { uri: uri('a.yaml'), range: rangeAt(6, 4, 6) }, message: 'An alias brings it in here as well.' }],
    },
  ]);
});

test('TOML, with CRLF', async () => {
  await open(uri('a.toml'), '#:schema ./s.json\r\nport = 1\r\n"zip" = "😀"\r\ncity = "x"\r\n');
  assert.equal(await diagnostics(uri('a.toml')), [
    { severity: 2, source: 'slipway', code: 'deprecated', range: rangeAt(2, 0, 5), message: '`zip` is deprecated.', tags: [2] },
    { severity: 2, source: 'slipway', code: 'deprecated', range: rangeAt(3, 0, 4), message: told, tags: [2] },
  ]);
});

test('a byte order mark that an editor keeps is a character to it', async () => {
  await open(uri('bom.json'), '\ufeff{"$schema":"s.json","zip":1}');
  assert.equal(
    (await diagnostics(uri('bom.json'))).map(({ range }) => range),
    [rangeAt(0, 21, 26)],
  );
});

test('a text that cannot be read says where', async () => {
  await open(uri('broken.json'), '{\n  "a": 1,\n}\n');
  assert.equal(
    (await diagnostics(uri('broken.json'))).map(({ code, severity, range: { start } }) => ({ code, severity, start })),
    [{ code: 'syntax', severity: 1, start: { line: 1, character: 8 } }],
  );
});

test('a schema in error is reported at the head, with the way to its place', async () => {
  const other = await startEditor(temporaryFolder({ 'bad.json': '{\n  "properties": { "a": { "deprecated": "yes" } } }' }));
  await other.open(other.uri('a.json'), '{"$schema":"./bad.json","a":1}');
  const found = await other.diagnostics(other.uri('a.json'));
  assert.is(found.length, 1);
  assert.equal([found[0]!.code, found[0]!.severity, found[0]!.range], ['schema', 1, rangeAt(0, 0, 0)]);
  assert.match(String(found[0]!.message), /^bad\.json:2:26: Expected true or false/);
  assert.equal(
    found[0]!.relatedInformation?.map(({ location }) => ({ uri: location.uri, start: location.range.start })),
    [{ uri: other.uri('bad.json'), start: { line: 1, character: 25 } }],
  );
  assert.is(await other.stop(), 0);
});

test('a document that is closed has none any more', async () => {
  await open(uri('c.json'), '{"$schema":"s.json","zip":1}');
  assert.is((await diagnostics(uri('c.json'))).length, 1);
  const next = opened.next(uri('c.json'));
  await opened.connection.sendNotification('textDocument/didClose', { textDocument: { uri: uri('c.json') } });
  assert.equal(await next, []);
});

test('the server ends with 0, and published nothing else', async () => {
  assert.is(await opened.stop(), 0);
  assert.equal(
    published.map((one) => one.uri.split('/').at(-1)),
    ['a.json', 'a.yaml', 'a.toml', 'bom.json', 'broken.json', 'c.json', 'c.json'],
  );
});

test.run();
