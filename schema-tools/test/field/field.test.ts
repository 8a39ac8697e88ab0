import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runLint } from '@slipway/test-support/lint';
import { skipWithReason } from '@slipway/test-support/skip';
import { fieldFolder, missingFieldData } from './field-data.ts';

const test = suite('lint: inputs of the field');

/** File, line, rule, severity and message of each finding. */
const named = (stdout: string): readonly (readonly unknown[])[] =>
  (JSON.parse(stdout) as readonly Record<string, unknown>[]).map(({ file, line, rule, severity, message }) => [
    file,
    line,
    rule,
    severity,
    message,
  ]);
const real = missingFieldData === undefined ? test : skipWithReason(test, missingFieldData);

real('lint-fix-minimum: a bound that is only in the old name is not renamed', async () => {
  const settings = {
    'minimum-version': { type: 'string' },
    cmake: {
      properties: {
        'minimum-version': { type: 'string', deprecated: true, description: 'DEPRECATED in 0.8; use version instead.' },
        version: { type: 'string' },
      },
    },
    ninja: {
      properties: {
        'minimum-version': { type: 'string', deprecated: true, description: 'Use version instead.' },
        version: { type: 'string' },
      },
    },
  };
  const schema = { properties: { tool: { properties: { 'scikit-build': { properties: settings } } } } };
  const folder = fieldFolder('lint-fix-minimum', { 's.json': JSON.stringify(schema) });
  const before = readFileSync(join(folder, 'before.toml'), 'utf8');
  const { stdout } = await runLint(folder, ['--schema', 's.json', '--fix', 'before.toml']);
  assert.is(readFileSync(join(folder, 'before.toml'), 'utf8'), before);
  assert.match(stdout, /DEPRECATED in 0\.8; use version instead\.[^]*= use `version` instead; it may take another value/);
});

real('lint-message-cut: every sentence that names another property stays', async () => {
  const { stdout } = await runLint(fieldFolder('lint-message-cut'), ['--schema', 'msg.json', '--format', 'json', 'msg.i.json']);
  assert.equal(
    (JSON.parse(stdout) as readonly { message: string; replacement: string; isUncertain: boolean }[]).map(
      ({ message, replacement, isUncertain }) => [message, replacement, isUncertain],
    ),
    [
      ['DEPRECATED. Renamed to `sharedNames` in Tool 28', 'sharedNames', true],
      ['DEPRECATED. Old since version 0.153. Use `files` instead.', 'files', true],
      ['DEPRECATED. Alias for strict_order.', 'strict_order', true],
      ['[d] is deprecated. Use [files] instead.', 'files', true],
    ],
  );
});

real('lint-dup: a repeated key is an error, as the page of the rules says', async () => {
  const { code, stdout } = await runLint(fieldFolder('lint-dup'), ['--format', 'json', '06-dup.yaml']);
  assert.equal([code, named(stdout)], [1, [['06-dup.yaml', 2, 'syntax', 'error', 'duplicate key "city"']]]);
});

real('lint-utf16: UTF-16 without a byte order mark is reported', async () => {
  const { stdout } = await runLint(fieldFolder('lint-utf16'), ['--format', 'json', '11-utf16le-nobom.yaml']);
  assert.equal(named(stdout), [
    [
      '11-utf16le-nobom.yaml',
      1,
      'syntax',
      'error',
      'the file is UTF-16 without a byte order mark, which programs read as UTF-8; save it as UTF-8',
    ],
  ]);
});

real('lint-babelrc: .babelrc is JSON5', async () => {
  const folder = fieldFolder('lint-babelrc', { 's.json': '{"properties":{"city":{"deprecated":true}}}' });
  const { stdout } = await runLint(folder, ['--schema', 's.json', '--format', 'json', '.babelrc']);
  assert.equal(named(stdout), [['.babelrc', 1, 'deprecated', 'warning', '`city` is deprecated.']]);
});

real('lint-terraform: the message names the deprecated resource', async () => {
  const { stdout } = await runLint(fieldFolder('lint-terraform'), ['--provider-schemas', 'prov.json', '--format', 'json', 'm.tf.json']);
  assert.equal(
    named(stdout).map(([, , , , message]) => message),
    ['`tok` is deprecated.', 'The resource `x_r` is deprecated.', 'Use new', '`b` is deprecated.'],
  );
});

real('lint-helm: a template is one remark', async () => {
  const { code, stdout } = await runLint(fieldFolder('lint-helm'), ['--format', 'json', 't.yaml']);
  assert.equal(
    [code, named(stdout)],
    [0, [['t.yaml', 4, 'template', 'info', 'this is a template (Helm), not YAML; it is linted only when it is rendered']]],
  );
});

test.run();
