/** `--isolation` and its kin: what works is found by running it, and what was asked for and does not work is refused in a sentence. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startProcess } from '../support/service-processes.ts';
import { contained } from '../../service/test/runner/isolation/docker/contained.ts';
import { configurePodman, podmanProgram, testImage } from '../../service/test/runner/isolation/docker/container-image.ts';
import { createFakeClient, type FakeAnswers } from '../../service/test/runner/isolation/docker/fake-client.ts';
import { isolated } from '../../service/test/runner/isolation/sandboxed.ts';

const test = suite('the isolation of a service');
const program = join(import.meta.dirname, '../../cli/bin/slipway.cjs');

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
    '--isolation docker: neither docker nor podman is on the search path: install one of them, or choose another --isolation.',
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
  [['--run-image', 'tools:1'], undefined, '--run-image is for --isolation docker.'],
  [['--isolation', 'bubblewrap', '--run-cpus', '2'], undefined, '--run-cpus is for --isolation docker.'],
  [['--run-network', 'proxy'], undefined, '--run-network proxy needs --run-hosts: the hosts that it lets through.'],
  [['--run-hosts', 'a.example'], undefined, '--run-hosts is for --run-network proxy.'],
];

test('what was asked for and does not work is refused', () => {
  for (const [words, script, sentence] of refusals)
    assert.equal(serve(words, searchPath(script)), { status: 2, stderr: `slipway: ${sentence}\n` }, words.join(' '));
});

/** What the program `docker` answers, and how the start is refused. */
const dockerRefusals: readonly (readonly [answers: FakeAnswers, words: readonly string[], sentence: string])[] = [
  [
    { failures: { image: 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock.' } },
    [],
    'docker does not work here (Cannot connect to the Docker daemon at unix:///var/run/docker.sock.)',
  ],
  [
    { failures: { image: 'Error response from daemon: No such image: buildpack-deps:stable-scm' } },
    [],
    'docker does not have the image buildpack-deps:stable-scm on this machine, and nothing pulls it: ' +
      'use `docker pull buildpack-deps:stable-scm`',
  ],
  [
    { failures: { run: 'docker: Error response from daemon: cgroups are not there.' } },
    ['--run-image', 'tools:1'],
    'docker cannot run a container of tools:1 here (docker: Error response from daemon: cgroups are not there.)',
  ],
];

test('containers that do not work are refused with what the client says', () => {
  for (const [answers, words, sentence] of dockerRefusals) {
    const { folder } = createFakeClient(answers);
    const stderr = `slipway: --isolation docker: ${sentence}; or choose another --run-image or --isolation.\n`;
    assert.equal(serve(['--isolation', 'docker', ...words], folder), { status: 2, stderr });
  }
});

test('a client whose container sees what is hidden from it is refused', () => {
  // This one makes no container at all.
  const { stderr } = serve(['--isolation', 'docker', '--run-image', 'tools:1'], createFakeClient().folder);
  assert.is(
    stderr,
    'slipway: --isolation docker: docker cannot run a container of tools:1 here (it sees what is hidden from it); ' +
      'or choose another --run-image or --isolation.\n',
  );
});

test('options of containers are refused where they are none', () => {
  for (const [words, problem] of [
    [['--run-image', '--privileged'], /argument missing|Expected the name of an image/],
    [['--run-image=-v'], /Expected the name of an image/],
    [['--run-image', 'a b'], /Expected the name of an image/],
    [['--run-cpus', '0'], /Expected a number above 0/],
    [['--run-cpus', 'many'], /Expected a number above 0/],
  ] as const)
    assert.match(serve(['--isolation', 'docker', ...words], searchPath()).stderr, problem);
});

const real = isolated(test);

contained(test)('podman where docker is not, told with its program and its image', async () => {
  configurePodman();
  const folder = searchPath();
  symlinkSync(podmanProgram, join(folder, 'podman'));
  const path = process.env['PATH'];
  process.env['PATH'] = folder;
  try {
    const service = await startProcess('--in-memory', '--run-jobs', '--isolation', 'docker', '--run-image', testImage);
    const info = (await (await fetch(`${service.address}/_local/info`)).json()) as Record<string, string>;
    await service.stop();
    assert.equal(
      [info['isolation'], info['isolationProgram'], info['runImage'], info['runNetwork']],
      ['docker', 'podman', 'slipway-test:1', 'full'],
    );
  } finally {
    process.env['PATH'] = path;
  }
});

real('unasked, the strongest that works is in force, and told', async () => {
  const service = await startProcess('--in-memory', '--run-jobs');
  try {
    const info = (await (await fetch(`${service.address}/_local/info`)).json()) as Record<string, string>;
    assert.equal(
      [info['isolation'], info['isolationProgram'], info['runImage'], info['runNetwork']],
      ['bubblewrap', 'bwrap', null, 'full'],
    );
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
