// watchdog: 60 s
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { rangeAt, startEditor } from '../../../schema-tools/test/lsp/editor.ts';
import { settings } from '../../../schema-tools/test/lsp/schemas.ts';

const test = suite('lsp and lint');
const bin = resolve(import.meta.dirname, '../../../cli/bin/slipway.cjs');
const severities = { 1: 'error', 2: 'warning', 3: 'info' } as const;

test('the editor is told what `slipway lint` tells: config, ignores and severities as well', async () => {
  const files = {
    's.json': settings,
    'slipway-lint.json': JSON.stringify({
      schemas: [{ fileMatch: '*.conf.yaml', schema: 's.json' }],
      rules: { deprecated: 'info', 'unknown-field': 'warning' },
      ignore: [{ pointers: '/port' }, 'skipped.*'],
    }),
    'a.conf.yaml': 'city: x\nzip: 1 # slipway-lint-ignore deprecated\nport: no\nfoo: 😀\n---\nzip: 2 # slipway-lint-ignore invalid\n',
  };
  const folder = temporaryFolder(files);
  const run = spawnSync(process.execPath, [bin, 'lint', '--format', 'json', 'a.conf.yaml'], { cwd: folder, encoding: 'utf8' });
  const linted = JSON.parse(run.stdout) as {
    line: number;
    column: number;
    endLine: number;
    endColumn: number;
    rule: string;
    severity: string;
    message: string;
  }[];
  const { uri, open, diagnostics, stop } = await startEditor(folder, { program: 'slipway' });
  await open(uri('a.conf.yaml'), files['a.conf.yaml']);
  const told = (await diagnostics(uri('a.conf.yaml'))).map(({ range: { start, end }, code, severity, message }) => ({
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
    rule: code,
    severity: severities[severity as 1 | 2 | 3],
    message,
  }));
  assert.equal(
    told.map(({ line, column, rule, severity }) => `${line}:${column} ${rule} ${severity}`),
    ['1:1 deprecated info', '4:1 unknown-field warning', '6:1 deprecated info', '6:8 unused-ignore info'],
  );
  assert.equal(
    told,
    linted.map(({ line, column, endLine, endColumn, rule, severity, message }) => ({
      line,
      column,
      endLine,
      endColumn,
      rule,
      severity,
      message,
    })),
  );
  await open(uri('skipped.json'), '{"$schema":"s.json","zip":1}');
  assert.equal(await diagnostics(uri('skipped.json')), []);
  assert.is(await stop(), 0);
});

test('the command line is stronger than the config file', async () => {
  const folder = temporaryFolder({ 's.json': settings, 'slipway-lint.json': JSON.stringify({ rules: { deprecated: 'info' } }) });
  const { uri, open, diagnostics, stop } = await startEditor(folder, {
    args: ['--schema', 's.json', '--rule', 'deprecated=error', '--at-version', '1.9'],
  });
  await open(uri('a.json'), '{"zip":1}');
  assert.equal(await diagnostics(uri('a.json')), [
    { severity: 1, source: 'slipway', code: 'deprecated', range: rangeAt(0, 1, 6), message: '`zip` is deprecated.', tags: [2] },
  ]);
  assert.is(await stop(), 0);
});

test('`slipway lint --lsp` knows the blocks of our own provider', async () => {
  const { uri, open, diagnostics, stop } = await startEditor(temporaryFolder(), { program: 'slipway' });
  await open(uri('cdk.tf.json'), '{"resource":{"slipway_workspace":{"a":{"nonsense":1}}}}');
  assert.ok(
    (await diagnostics(uri('cdk.tf.json'))).some(
      ({ code, message, range }) => code === 'invalid' && /nonsense/.test(String(message)) && range.start.character === 39,
    ),
  );
  assert.is(await stop(), 0);
});

test('a config file that is wrong is reported in every document at its head, and in itself at its place', async () => {
  const config = '{\n  "rules": { "deprecatd": "error" }\n}';
  const { uri, open, diagnostics, stop } = await startEditor(temporaryFolder({ 'slipway-lint.json': config }));
  await open(uri('a.json'), '{}');
  await open(uri('slipway-lint.json'), config);
  const [other] = await diagnostics(uri('a.json'));
  assert.equal([other!.code, other!.severity, other!.range], ['config', 1, rangeAt(0, 0, 0)]);
  assert.match(String(other!.message), /slipway-lint\.json:2:\d+: /);
  assert.is(other!.relatedInformation?.[0]?.location.uri, uri('slipway-lint.json'));
  const [own] = await diagnostics(uri('slipway-lint.json'));
  assert.equal([own!.code, own!.range.start.line], ['config', 1]);
  assert.is(await stop(), 0);
});

test.run();
