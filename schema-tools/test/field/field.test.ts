import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runLint } from '@slipway/test-support/lint';
import { fieldFolder, missingFieldData } from './field-data.ts';

const test = suite('lint: inputs of the field');

if (missingFieldData !== undefined) {
  test.skip(missingFieldData);
  console.log(missingFieldData);
} else {
  test('lint-fix-minimum: a bound that is only in the old name is not renamed', async () => {
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

  test('lint-message-cut: every sentence that names another property stays', async () => {
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
}

test.run();
