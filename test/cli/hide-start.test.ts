/** A service keeps no secret where other processes of its user read how it was started: `/proc/<pid>/environ` and `cmdline`. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { agentCommand } from '../../cli/src/commands/agent.ts';
import { serveCommand } from '../../cli/src/commands/serve.ts';
import { startSecrets } from '../../cli/src/hide-start.ts';
import { listDescendants } from '../../service/src/runner/process-tree.ts';
import { startPostgres } from '../support/postgres.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('how a service was started');
const real = existsSync('/proc/self/environ') ? test : skipWithReason(test, 'no /proc on this system');
const program = join(import.meta.dirname, '../../cli/bin/slipway.cjs');

/** Variables of the command line that anybody may know. */
const openVariables = [
  'SLIPWAY_MASTER_KEY_FILE',
  'SLIPWAY_OPA',
  'SLIPWAY_PUBLIC_URL',
  'SLIPWAY_TRUSTED_PROXIES',
  'SLIPWAY_WORKSPACES_ADDRESS',
];

test('each variable that serve or agent declares is secret, or known to be open', () => {
  const declared = [serveCommand(), agentCommand()].flatMap(({ options }) => options.flatMap(({ envVar }) => envVar ?? []));
  const secret: readonly string[] = startSecrets;
  assert.equal(
    [...new Set(declared)].filter((name) => !secret.includes(name) && !openVariables.includes(name)),
    [],
  );
  assert.equal(
    openVariables.filter((name) => secret.includes(name)),
    [],
  );
});

/** What the system tells other processes of this user of a process and those that it started. */
const readStart = (pid: number): string =>
  [pid, ...listDescendants(pid)]
    .flatMap((one) =>
      ['environ', 'cmdline', 'task/' + one + '/environ'].map((name) => {
        try {
          return readFileSync(`/proc/${one}/${name}`, 'latin1');
        } catch {
          return '';
        }
      }),
    )
    .join('\n');

/** Starts a command with these words and variables, and reads how it was started as soon as it has printed this. */
const readWhenStarted = async (words: readonly string[], variables: { readonly [name: string]: string }, printed: RegExp) => {
  const running = spawn(process.execPath, [program, ...words], {
    cwd: temporaryFolder(),
    env: { PATH: process.env['PATH'], HOME: temporaryFolder(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  try {
    await new Promise<void>((resolve, reject) => {
      for (const stream of [running.stdout, running.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          if (printed.test(output)) resolve();
        });
      running.once('close', (code) => reject(new Error(`it ended with ${code}: ${output}`)));
    });
    return { start: readStart(running.pid!), output };
  } finally {
    running.removeAllListeners('close').kill('SIGTERM');
    await new Promise((closed) => running.once('close', closed));
  }
};

/** `SLIPWAY_FIRST_TOKEN`: `canary-slipway-first-token`; what is no valid value of its variable is left out. */
const canaries = Object.fromEntries(
  startSecrets
    .filter((name) => !/POSTGRES|MASTER_KEY|OTEL/.test(name))
    .map((name) => [name, `canary-${name.toLowerCase().replaceAll('_', '-')}`]),
);
const key = Buffer.alloc(32, 'canary-of-the-master-key').toString('base64');

real('a service tells none of its variables, and none of the secrets that its command line had', async () => {
  const words = ['serve', '--port', '0', '--data', 'data', '--run-jobs', '--isolation', 'none'];
  const variables = { ...canaries, SLIPWAY_MASTER_KEY: key, OTHER_SECRET: 'canary-of-another-program' };
  const { start } = await readWhenStarted(words, variables, /Ctrl-C/);
  assert.not.match(start, /canary/);
  assert.not.match(start, key);
  assert.match(start, 'slipway.cjs\0serve\0--port\x000\0--data\0data\0', 'the command line was read');
  const flags = ['--token', 'canary-of-a-flag', '--operator-token=canary-of-another-flag'];
  const flagged = await readWhenStarted(['serve', '--port', '0', '--in-memory', ...flags], {}, /Ctrl-C/);
  assert.not.match(flagged.start, /canary/);
  assert.match(flagged.start, `\0--token\0${'*'.repeat('canary-of-a-flag'.length)}\0--operator-token=***`);
});

real('the secrets are used all the same', async () => {
  const { output } = await readWhenStarted(['serve', '--port', '0', '--in-memory'], canaries, /Ctrl-C/);
  assert.match(output, 'canary-slipway-first-token');
});

real('an agent tells no token', async () => {
  const words = ['agent', '--isolation', 'none', '--address', 'http://127.0.0.1:1', '--token', 'canary-of-a-flag'];
  const { start } = await readWhenStarted(words, canaries, /isolation of runs: none/);
  assert.not.match(start, /canary/);
  assert.match(start, '\0agent\0');
});

/** As on a system on which a process cannot write to its own memory. */
const withoutMemory = `const fs = require('node:fs');
const { openSync } = fs;
fs.openSync = (path, ...more) => {
  if (path === '/proc/self/mem') throw new Error('no memory');
  return openSync(path, ...more);
};
require('node:module').syncBuiltinESMExports();
`;
const warning = 'slipway: warning: jobs and runs of this user can read the variables that this process was started with';

real('where its start cannot be hidden, a service and an agent that isolate nothing warn of it', async () => {
  const folder = temporaryFolder({ 'without-memory.cjs': withoutMemory });
  const variables = { NODE_OPTIONS: `--require=${join(folder, 'without-memory.cjs')}` };
  const serve = ['serve', '--port', '0', '--in-memory', '--run-jobs', '--isolation', 'none'];
  const agent = ['agent', '--isolation', 'none', '--address', 'http://127.0.0.1:1', '--token', 'a-token'];
  assert.match((await readWhenStarted(serve, variables, /slipway: warning: jobs/)).output, warning);
  assert.match((await readWhenStarted(agent, variables, /slipway: warning: jobs/)).output, warning);
  assert.is((await readWhenStarted(serve, {}, /Ctrl-C/)).output.includes(warning), false);
});

const server = await startPostgres();
const shared = typeof server === 'string' ? skipWithReason(test, server) : real;
test.after(async () => {
  if (typeof server !== 'string') await server.stop();
});

shared('a service tells no password of its database', async () => {
  if (typeof server === 'string') throw new Error(server);
  const { url } = await server.database('hide_start');
  const address = new URL(url);
  address.password = 'canary-of-the-database';
  const words = ['serve', '--port', '0', '--isolation', 'none', '--run-jobs'];
  for (const more of [[], ['--postgres', address.href]]) {
    const { start } = await readWhenStarted([...words, ...more], { SLIPWAY_POSTGRES: address.href, SLIPWAY_MASTER_KEY: key }, /Ctrl-C/);
    assert.not.match(start, /canary/);
    assert.not.match(start, key);
  }
});

test.run();
