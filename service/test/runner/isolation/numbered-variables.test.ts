/** What runs chooses its variables; the programs outside of its sandbox see them under numbers. */
import { execFileSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { numberVariables, restoreVariables } from '../../../src/runner/isolation/numbered-variables.ts';

const test = suite('variables on their way into a sandbox');

test('have numbers outside, the last one 1; only the mark and names that no shell can set keep theirs', () => {
  const given = { LD_PRELOAD: '/own/evil.so', 'a.b-c': 'dotted', DOCKER_HOST: 'tcp://evil.example', SLIPWAY_JOB: 'f/r/w', HOME: '/home' };
  assert.equal(numberVariables(given), {
    words: ['3', 'LD_PRELOAD', 'DOCKER_HOST', 'HOME'],
    environment: {
      SLIPWAY_VALUE_3: '/own/evil.so',
      SLIPWAY_VALUE_2: 'tcp://evil.example',
      SLIPWAY_VALUE_1: '/home',
      'a.b-c': 'dotted',
      SLIPWAY_JOB: 'f/r/w',
    },
  });
});

test('are left out where a shell would take them for its own, or for a function', () => {
  const given = {
    'BASH_FUNC_exec%%': '() { evil; }',
    SHELLOPTS: 'xtrace',
    UID: '0',
    SLIPWAY_VALUE_1: 'x',
    slipway_left: '9',
    'a b': 'x',
    '': 'x',
  };
  assert.equal(numberVariables(given), { words: ['0'], environment: {} });
});

for (const [shell, ...options] of [['/bin/sh'], ['/bin/bash', '--norc']] as const)
  test(`have their names and values again in ${shell}, whatever the values are`, () => {
    const given = { A: `two\nlines 'and' "quotes" $HOME \`id\` \\`, EMPTY: '', IFS: 'x', PS4: '$(id)', Z: ' spaces ' };
    const { words, environment } = numberVariables(given);
    const script = `${restoreVariables}\n"$1" -e 'console.log(JSON.stringify([process.env, process.argv.slice(1)]))' -- "$2"`;
    const argv = [...options, '-c', script, 'sh', ...words, process.execPath, 'a word'];
    const [found, rest] = JSON.parse(execFileSync(shell, argv, { env: environment, encoding: 'utf8' }));
    const { PWD: _1, SHLVL: _2, OLDPWD: _3, _: _4, ...others } = found;
    assert.equal(others, given);
    assert.equal(rest, ['a word']);
  });

test.run();
