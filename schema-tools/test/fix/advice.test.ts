// watchdog: 60 s
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runLint } from '@slipway/test-support/lint';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { declaredNames, otherSentences, plainSentences } from '../evaluate/advice-sentences.ts';
import { rangeAt, startEditor } from '../lsp/editor.ts';

const test = suite('lint fix: advice that is not a fix');

/** A schema with one object for each sentence, whose property `old` has it; and a document that uses them all. */
const schemaOf = (sentences: readonly string[], keyword: string): string =>
  JSON.stringify({
    properties: Object.fromEntries(
      sentences.map((prose, index) => [
        `p${index}`,
        { properties: { ...Object.fromEntries(declaredNames.map((name) => [name, {}])), old: { deprecated: true, [keyword]: prose } } },
      ]),
    ),
  });
const documentOf = (sentences: readonly unknown[], key: (index: number) => string): string =>
  `{\n${sentences.map((_, index) => `  "p${index}": { ${JSON.stringify(key(index))}: true }`).join(',\n')}\n}\n`;

interface Sarif {
  readonly runs: readonly [
    { readonly results: readonly { readonly fixes?: readonly unknown[]; readonly message: { readonly text: string } }[] },
  ];
}

const others = otherSentences.map(([prose]) => prose);
/** Another spelling of each name, whose property has the sentence. */
const otherSpellings: { readonly [name: string]: string } = {
  newName: 'new_name',
  'log-level': 'logLevel',
  max_size: 'maxSize',
  $target: '$TARGET',
  'a.b': 'a-b',
};
/** Sentences with text behind them that is not known to be harmless. */
const withMore = [
  '(Deprecated: use newName) [CSS]',
  '[Deprecated: use `newName` instead.] Named fields of the component.',
  'OBSOLETE (use "newName" instead): the identifier of the location.',
];
const certain = plainSentences.filter(([prose]) => !withMore.includes(prose) && !/\bold\b(?! name)/.test(prose));

for (const keyword of ['x-deprecation-message', 'description']) {
  test(`${keyword}: --fix, SARIF and code actions leave every advice alone that is not a plain replacement`, async () => {
    const text = documentOf(others, () => 'old');
    const folder = temporaryFolder({
      's.json': schemaOf(others, keyword),
      'a.json': text,
      'slipway-lint.json': '{"rules":{"prose-only":"warning"}}',
    });
    const { stdout } = await runLint(folder, ['--schema', 's.json', '--format', 'sarif', 'a.json']);
    const { results } = (JSON.parse(stdout) as Sarif).runs[0];
    assert.is(results.length, others.length);
    assert.equal(
      results.filter(({ fixes }) => fixes !== undefined).map(({ message }) => message.text),
      [],
    );
    assert.equal(
      results.filter(({ message }) => /\(write `/.test(message.text)).map(({ message }) => message.text),
      [],
    );
    await runLint(folder, ['--schema', 's.json', '--fix', 'a.json']);
    assert.is(readFileSync(join(folder, 'a.json'), 'utf8'), text);
    const { uri, open, actions, stop } = await startEditor(folder, { args: ['--schema', 's.json'] });
    try {
      await open(uri('a.json'), text);
      for (const only of ['quickfix', 'source.fixAll.slipway'])
        assert.equal(
          (
            await actions(
              uri('a.json'),
              { start: { line: 0, character: 0 }, end: { line: others.length + 1, character: 0 } },
              { only: [only] },
            )
          ).map(({ title }) => title),
          [],
        );
    } finally {
      await stop();
    }
  });
  test(`${keyword}: --fix, SARIF and code actions make every plain replacement by a name of the same words`, async () => {
    const text = documentOf(certain, (index) => otherSpellings[certain[index]![1]]!);
    const fixed = documentOf(certain, (index) => certain[index]![1]);
    const schema = {
      properties: Object.fromEntries(
        certain.map(([prose, name], index) => [
          `p${index}`,
          { properties: { [name]: {}, [otherSpellings[name]!]: { deprecated: true, [keyword]: prose } } },
        ]),
      ),
    };
    const folder = temporaryFolder({ 's.json': JSON.stringify(schema), 'a.json': text });
    const { stdout } = await runLint(folder, ['--schema', 's.json', '--format', 'sarif', 'a.json']);
    assert.is((JSON.parse(stdout) as Sarif).runs[0].results.filter(({ fixes }) => fixes?.length === 1).length, certain.length);
    const { uri, open, actions, applied, stop } = await startEditor(folder, { args: ['--schema', 's.json'] });
    try {
      await open(uri('a.json'), text);
      assert.is((await actions(uri('a.json'), rangeAt(1, 12, 12), { only: ['quickfix'] })).length, 1);
      const [all] = await actions(uri('a.json'), rangeAt(1, 12, 12), { only: ['source.fixAll.slipway'] });
      assert.is(applied(uri('a.json'), all!), fixed);
    } finally {
      await stop();
    }
    await runLint(folder, ['--schema', 's.json', '--fix', 'a.json']);
    assert.is(readFileSync(join(folder, 'a.json'), 'utf8'), fixed);
  });
}

test('show_error_codes of mypy stays: its successor is its opposite', async () => {
  const schema = {
    properties: {
      show_error_codes: {
        type: 'boolean',
        default: true,
        deprecated: true,
        description:
          'DEPRECATED and UNDOCUMENTED: Now defaults to true, use `hide_error_codes` if you need to disable error codes instead.',
      },
      hide_error_codes: { type: 'boolean' },
    },
  };
  const folder = temporaryFolder({ 's.json': JSON.stringify(schema), 'pyproject.toml': 'show_error_codes = true\n' });
  const { stdout } = await runLint(folder, ['--schema', 's.json', '--fix', 'pyproject.toml']);
  assert.is(
    stdout,
    'pyproject.toml:1:1: warning: deprecated: DEPRECATED and UNDOCUMENTED: Now defaults to true, use `hide_error_codes` if you need to ' +
      'disable error codes instead.\n   1 | show_error_codes = true\n     | ^^^^^^^^^^^^^^^^\n\nFound 1 warning in 1 file.\n',
  );
  assert.is(readFileSync(join(folder, 'pyproject.toml'), 'utf8'), 'show_error_codes = true\n');
});

test('what a schema states as data is a fix, whatever its prose says', async () => {
  const schema = { properties: { excludeFiles: { deprecated: true, description: 'See below.', 'x-replaced-by': 'files' }, files: {} } };
  const folder = temporaryFolder({ 's.json': JSON.stringify(schema), 'a.json': '{"excludeFiles":[]}' });
  await runLint(folder, ['--schema', 's.json', '--fix', 'a.json']);
  assert.is(readFileSync(join(folder, 'a.json'), 'utf8'), '{"files":[]}');
});

test.run();
