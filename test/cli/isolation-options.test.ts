/** `--isolation` and its kin: what works is found by running it, and what was asked for and does not work is refused in a sentence. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startProcess } from '../service/processes.ts';
import { isolated } from '../service/runner/isolation/sandboxed.ts';

const test = suite('the isolation of a service');
const program = join(import.meta.dirname, '../../bin/slipway.cjs');

/** A search path with this program `bwrap`, or without any. */
const searchPath = (script?: string): string => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'bin'));
  if (script !== undefined) {
    writeFileSync(join(folder, 'bin/bwrap'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'bin/bwrap'), 0o755);
  }
  return join(folder, 'bin');
};
const serve = (words: readonly string[], path: string) => {
  const { status, stderr } = spawnSync(process.execPath, [program, 'serve', '--port', '0', '--in-memory', '--run-jobs', ...words], {
    env: { PATH: path, HOME: temporaryFolder() },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stderr };
};
const forbidden = 'echo "bwrap: No permissions to create new namespace" >&2; exit 1';

/** Options, the program `bwrap`, and how the start is refused. */
const refusals: readonly (readonly [words: readonly string[], script: string | undefined, sentence: string])[] = [
  [
    ['--isolation', 'bubblewrap'],
    undefined,
    '--isolation bubblewrap: the program bwrap is not on the search path: install the package bubblewrap of your system, ' +
      'or choose another --isolation.',
  ],
  [
    ['--isolation', 'bubblewrap'],
    forbidden,
    '--isolation bubblewrap: bwrap cannot make a sandbox here (bwrap: No permissions to create new namespace): ' +
      'allow user namespaces to this user (kernel.unprivileged_userns_clone, user.max_user_namespaces, ' +
      'kernel.apparmor_restrict_unprivileged_userns, or the seccomp profile of the container), or choose another --isolation.',
  ],
  [
    ['--isolation', 'docker'],
    undefined,
    '--isolation docker: containers of Docker are not built yet: use bubblewrap, ' +
      'or agents whose runs are Jobs of a Kubernetes cluster, or choose none.',
  ],
  [
    ['--run-network', 'none'],
    undefined,
    '--run-network none needs an isolation, and there is none: the program bwrap is not on the search path: ' +
      'install the package bubblewrap of your system, or choose another --isolation.',
  ],
  [
    ['--isolation', 'none', '--run-network', 'none'],
    undefined,
    '--run-network none needs an isolation, and there is none: --isolation none was asked for.',
  ],
  [['--run-network', 'proxy'], undefined, '--run-network proxy needs --run-hosts: the hosts that it lets through.'],
  [['--run-hosts', 'a.example'], undefined, '--run-hosts is for --run-network proxy.'],
];

test('what was asked for and does not work is refused', () => {
  for (const [words, script, sentence] of refusals)
    assert.equal(serve(words, searchPath(script)), { status: 2, stderr: `slipway: ${sentence}\n` }, words.join(' '));
});

const real = isolated(test);

real('unasked, the strongest that works is in force, and told', async () => {
  const service = await startProcess('--in-memory', '--run-jobs');
  try {
    const { isolation, runNetwork } = (await (await fetch(`${service.address}/_local/info`)).json()) as Record<string, string>;
    assert.equal([isolation, runNetwork], ['bubblewrap', 'full']);
    assert.is(service.readStderr(), '');
  } finally {
    await service.stop();
  }
});

test('a service that runs nothing tells none; one that was told none isolates nothing', async () => {
  for (const [words, expected] of [
    [[], [null, null]],
    [
      ['--run-jobs', '--isolation', 'none'],
      ['none', 'full'],
    ],
  ] as const) {
    const service = await startProcess('--in-memory', ...words);
    try {
      const { isolation, runNetwork } = (await (await fetch(`${service.address}/_local/info`)).json()) as Record<string, string>;
      assert.equal([isolation, runNetwork], expected);
    } finally {
      await service.stop();
    }
  }
});

test.run();
