import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { completeWords } from '../src/completion/complete-words.ts';
import { completionScripts } from '../src/completion/completion-scripts.ts';
import { createProgram } from '../src/program.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway completion');
const words = (...line: readonly string[]): readonly string[] => completeWords(createProgram(), line).map(({ word }) => word);

test('commands, commands of a group, options, values of options', () => {
  assert.equal(words('de'), ['deploy', 'destroy']);
  assert.equal(words('workspace', ''), ['list', 'show', 'create', 'lock', 'unlock', 'force-unlock']);
  assert.equal(words('deploy', '--auto'), ['--auto-approve']);
  assert.equal(words('serve', '--dialect', ''), ['auto', 'neutral', 'hosted']);
  assert.equal(words('serve', '--port', '4000', '--edi'), ['--edition']);
  assert.equal(words('lint', 'fil'), []);
  assert.equal(words('deploy', '--co'), ['--concurrency', '--color']);
  assert.equal(words('plan', '--color', ''), ['auto', 'always', 'never']);
  assert.equal(words('open', '--pr'), ['--print']);
  assert.equal(words('lint', '--no-c'), ['--no-cache', '--no-color']);
  assert.not.ok(words('').includes('complete'));
});
test('each candidate has its description', () => {
  assert.equal(completeWords(createProgram(), ['doc']), [
    { word: 'doctor', description: 'check engine, provider, services and tokens, and suggest how to fix problems' },
  ]);
});
test('bash completes with the script', () => {
  const bin = resolve(import.meta.dirname, '../bin/slipway.cjs');
  const folder = temporaryFolder({ slipway: `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n` });
  const script = `chmod +x ${folder}/slipway; PATH=${folder}:$PATH; eval "$(slipway completion bash)"
COMP_WORDS=(slipway workspace un); COMP_CWORD=2; _slipway; echo "\${COMPREPLY[*]}"
COMP_WORDS=(slipway login ''); COMP_CWORD=2; cd ${folder}; _slipway; echo "\${COMPREPLY[*]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  assert.equal([stdout, stderr], ['unlock\nslipway\n', '']);
});
test('there is a script for each of four shells, and each asks the program', () => {
  assert.equal(Object.keys(completionScripts), ['bash', 'zsh', 'fish', 'powershell']);
  for (const [shell, script] of Object.entries(completionScripts)) assert.match(script, /slipway complete -- /, shell);
});

test.run();
