// watchdog: 60 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../../support/temporary.ts';
import { at, editor } from './editor.ts';
import { settings } from './schemas.ts';

const test = suite('lsp hover');
const folder = temporaryFolder({ 's.json': settings, 'slipway-lint.json': JSON.stringify({ schemas: [{ fileMatch: ['*.json', '*.yaml', '*.toml'], schema: 's.json' }] }) });
const opened = await editor(folder);
const { uri, open, hover } = opened;
const city = { kind: 'markdown', value: '**Deprecated**, since 2.0, removed in 3.0\n\nUse `place`; \\<b\\>not\\</b\\> \\[this\\](https://example.com).\n\nWrite `place` instead of `city`.\n\nThe town.' };

test('a deprecated property says so, since when, and what to write instead: on its key and on its value', async () => {
  await open(uri('a.json'), '{ "😀": 1, "city": "x" }');
  assert.equal(await hover(uri('a.json'), { line: 0, character: 14 }), { range: at(0, 11, 17), contents: city });
  assert.equal(await hover(uri('a.json'), { line: 0, character: 20 }), { range: at(0, 19, 22), contents: city });
});

test('another property says what the schema says of it', async () => {
  await open(uri('b.json'), '{ "place": "x" }');
  assert.equal(await hover(uri('b.json'), { line: 0, character: 4 }), { range: at(0, 2, 9), contents: { kind: 'markdown', value: '**Place**\n\nWhere it \\*is\\*.' } });
});

test('where nothing is written, or nothing is said of it, there is none', async () => {
  await open(uri('c.json'), '{ "port": 1, "unknown": [1] }');
  for (const character of [0, 4, 12, 16, 25]) assert.is(await hover(uri('c.json'), { line: 0, character }), null, `${character}`);
});

test('YAML and TOML; in YAML an alias stands for what it brings in', async () => {
  await open(uri('a.yaml'), 'x: &x\n  zip: 1\n<<: *x\ncity: 😀\n');
  assert.equal(await hover(uri('a.yaml'), { line: 3, character: 1 }), { range: at(3, 0, 4), contents: city });
  await open(uri('a.toml'), 'port = 1\ncity = "x"\n');
  assert.equal(await hover(uri('a.toml'), { line: 1, character: 9 }), { range: at(1, 7, 10), contents: city });
});

test('an editor that shows plain text gets it as it is written', async () => {
  const plain = await editor(folder, { capabilities: { textDocument: { hover: { contentFormat: ['plaintext'] } } } });
  await plain.open(plain.uri('a.json'), '{ "city": "x" }');
  assert.equal(await plain.hover(plain.uri('a.json'), { line: 0, character: 4 }), {
    range: at(0, 2, 8),
    contents: { kind: 'plaintext', value: 'Deprecated, since 2.0, removed in 3.0\n\nUse `place`; <b>not</b> [this](https://example.com).\n\nWrite `place` instead of `city`.\n\nThe town.' },
  });
  assert.is(await plain.stop(), 0);
});

test('the server ends with 0', async () => { assert.is(await opened.stop(), 0); });

test.run();
