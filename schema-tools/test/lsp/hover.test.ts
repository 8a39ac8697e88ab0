// watchdog: 60 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { rangeAt, startEditor } from './editor.ts';
import { settings } from './schemas.ts';

const test = suite('lsp hover');
const folder = temporaryFolder({
  's.json': settings,
  'slipway-lint.json': JSON.stringify({ schemas: [{ fileMatch: ['*.json', '*.yaml', '*.toml'], schema: 's.json' }] }),
});
const opened = await startEditor(folder);
const { uri, open, hover } = opened;
const city = {
  kind: 'markdown',
  value:
    '**Deprecated**, since 2.0, removed in 3.0\n\nUse `place`; \\<b\\>not\\</b\\> \\[this\\](https://example.com).\n\nWrite ' +
    '`place` instead of `city`.\n\nThe town.',
};

test('a deprecated property says so, since when, and what to write instead: on its key and on its value', async () => {
  await open(uri('a.json'), '{ "😀": 1, "city": "x" }');
  assert.equal(await hover(uri('a.json'), { line: 0, character: 14 }), { range: rangeAt(0, 11, 17), contents: city });
  assert.equal(await hover(uri('a.json'), { line: 0, character: 20 }), { range: rangeAt(0, 19, 22), contents: city });
});

test('another property says what the schema says of it', async () => {
  await open(uri('b.json'), '{ "place": "x" }');
  assert.equal(await hover(uri('b.json'), { line: 0, character: 4 }), {
    range: rangeAt(0, 2, 9),
    contents: { kind: 'markdown', value: '**Place**\n\nWhere it \\*is\\*.' },
  });
});

test('where nothing is written, or nothing is said of it, there is none', async () => {
  await open(uri('c.json'), '{ "port": 1, "unknown": [1] }');
  for (const character of [0, 4, 12, 16, 25]) assert.is(await hover(uri('c.json'), { line: 0, character }), null, `${character}`);
});

test('YAML and TOML; in YAML an alias stands for what it brings in', async () => {
  await open(uri('a.yaml'), 'x: &x\n  zip: 1\n<<: *x\ncity: 😀\n');
  assert.equal(await hover(uri('a.yaml'), { line: 3, character: 1 }), { range: rangeAt(3, 0, 4), contents: city });
  await open(uri('a.toml'), 'port = 1\ncity = "x"\n');
  assert.equal(await hover(uri('a.toml'), { line: 1, character: 9 }), { range: rangeAt(1, 7, 10), contents: city });
});

test('inside of objects and lists, in the second document, in a table that is written in pieces', async () => {
  const nested = await startEditor(
    temporaryFolder({
      'n.json': JSON.stringify({
        properties: {
          list: { items: { properties: { old: { deprecated: true }, a: { properties: { b: { description: 'B.' } } } } } },
          a: { properties: { b: { properties: { c: { description: 'C.' } } } } },
        },
      }),
    }),
    { args: ['--schema', 'n.json'] },
  );
  const says = async (name: string, text: string, line: number, character: number) => {
    await nested.open(nested.uri(name), text);
    const found = await nested.hover(nested.uri(name), { line, character });
    return found && [(found.contents as { value: string }).value, found.range];
  };
  assert.equal(await says('1.json', '{"list":[{"x":[{}]},{"old":[1, 2]}]}', 0, 23), [
    '**Deprecated**\n\n`old` is deprecated.',
    rangeAt(0, 21, 26),
  ]);
  assert.is(await says('2.json', '{"list":[{"x":[{}]},{"old":[1, 2]}]}', 0, 28), null);
  assert.equal(await says('3.json', '{"list":[{"a":{"b":\n  "text" }}]}', 1, 4), ['B.', rangeAt(1, 2, 8)]);
  assert.equal(await says('4.yaml', 'list: []\n---\nlist:\n- old: 1\n', 3, 7), [
    '**Deprecated**\n\n`old` is deprecated.',
    rangeAt(3, 7, 8),
  ]);
  assert.equal(await says('5.toml', '[a]\nx = 1\n[[list]]\nold = 1\n[a.b]\nc = "s"\n', 5, 0), ['C.', rangeAt(5, 0, 1)]);
  assert.equal(await says('6.toml', '[[list]]\n[[list]]\nold = 1\n', 2, 1), ['**Deprecated**\n\n`old` is deprecated.', rangeAt(2, 0, 3)]);
  assert.is(await nested.stop(), 0);
});

test('an editor that shows plain text gets it as it is written', async () => {
  const plain = await startEditor(folder, { capabilities: { textDocument: { hover: { contentFormat: ['plaintext'] } } } });
  await plain.open(plain.uri('a.json'), '{ "city": "x" }');
  assert.equal(await plain.hover(plain.uri('a.json'), { line: 0, character: 4 }), {
    range: rangeAt(0, 2, 8),
    contents: {
      kind: 'plaintext',
      value:
        'Deprecated, since 2.0, removed in 3.0\n\nUse `place`; <b>not</b> [this](https://example.com).\n\nWrite `place` ' +
        'instead of `city`.\n\nThe town.',
    },
  });
  assert.is(await plain.stop(), 0);
});

test('a description in Markdown is shown as it is, and the values of an enum with their descriptions', async () => {
  await open(uri('m.json'), '{ "mode": "fast" }');
  assert.equal((await hover(uri('m.json'), { line: 0, character: 4 }))?.contents, {
    kind: 'markdown',
    value: 'How **fast** it is.\n\n- `"fast"`: Without checks \\*at all\\*.\n- `"slow"`: With _all_ checks.',
  });
});

test('the server ends with 0', async () => {
  assert.is(await opened.stop(), 0);
});

test.run();
