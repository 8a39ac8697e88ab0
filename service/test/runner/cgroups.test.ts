import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listOwnCgroups } from '../../src/runner/cgroup-mounts.ts';
import { endCgroup } from '../../src/runner/cgroups.ts';
import type { ClaimedJob } from '../../src/ci/runner/claimed-job.ts';
import type { JobStorage } from '../../src/ci/runner/job-storage.ts';
import { killMarkedProcesses } from '../../src/runner/marked-processes.ts';
import { runJob } from '../../src/ci/runner/run-job.ts';
import { createRunSlots } from '../../src/runner/run-slots.ts';
import { startProcess } from '../../src/runner/start-process.ts';
import { createWorkCgroups, endMarkedCgroups, findCgroupBases } from '../../src/runner/work-cgroups.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { countSleeping, withOwnSleeps } from './sleeping-processes.ts';
import { startRunnerTest, type RunnerTest } from './support.ts';

const test = suite('CI jobs that really run: no process outlives its job');
const bases = await findCgroupBases(false);
const base = bases.processes;
const withCgroups = base === undefined ? skipWithReason(test, 'this process may create no cgroup') : test;
const withProc = existsSync('/proc/self/stat') ? test : skipWithReason(test, 'this system has no /proc');

const listOwn = (cgroup: string, mountinfo: string): readonly string[] => listOwnCgroups({ cgroup, mountinfo });
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await delay(60);
};

test('the cgroups of a process are found in what the system says of it', () => {
  const systemd = '0::/user.slice/user-1000.slice/user@1000.service/app.slice/terminal.scope\n';
  assert.equal(listOwn(systemd, '35 24 0:30 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n'), [
    '/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice/terminal.scope',
  ]);
  assert.equal(
    listOwn('0::/docker/1f\n', '35 24 0:30 /docker/1f /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw\n'),
    ['/sys/fs/cgroup'],
    'a container that sees its own part alone',
  );
  assert.equal(listOwn('0::/../other\n', '35 24 0:30 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n'), [], 'outside of what it sees');
  assert.equal(
    listOwn(
      '9:name=systemd:/\n8:pids:/a\n4:memory:/b\n1:cpu,cpuacct:/c\n0::/\n',
      '36 25 0:31 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids\n' +
        '37 25 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n' +
        '38 25 0:33 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,name=systemd\n',
    ),
    ['/sys/fs/cgroup/pids/a', '/sys/fs/cgroup/systemd'],
    'version 1: only where a group of its own changes nothing',
  );
  assert.equal(listOwn('', ''), [], 'another system');
});

/** A command that leaves behind what has neither its session nor its environment nor its parent. */
const escape = (seconds: number): string => `setsid env -i /bin/sh -c '(env -i /bin/sleep ${seconds} &)'`;
const left = (here: RunnerTest): readonly string[] => {
  const id = readFileSync(`${here.folder}/id`, 'utf8').trim();
  return readdirSync(base!).filter((name) => name.startsWith(`slipway.${id}.`));
};

withCgroups('what forks twice, starts a session and executes with an empty environment ends with its job', async () => {
  const here = await startRunnerTest();
  try {
    const id = await here.startSteps({ a: `[{ run: "${escape(8811)}" }]` });
    assert.equal(await here.waitForEnd(id), { all: ['success', { a: 'success' }] });
    assert.equal([countSleeping('/bin/sleep 8811'), left(here)], [0, []]);
  } finally {
    await here.close();
  }
});

withCgroups('and so it does when the job is canceled', async () => {
  const here = await startRunnerTest();
  try {
    const id = await here.startSteps({ a: `[{ run: "${escape(8812)}; sleep 8813" }]` });
    await here.waitUntil(async () => countSleeping('/bin/sleep 8812') === 1 && left(here).length === 1);
    assert.is((await here.ci(`POST /jobs/${(await here.job(id, 'a')).id}/cancel`)).status, 200);
    assert.equal(await here.waitForEnd(id), { all: ['canceled', { a: 'canceled' }] });
    assert.equal([countSleeping('/bin/sleep 8812'), left(here)], [0, []]);
  } finally {
    await here.close();
  }
});

withCgroups('the cgroups of jobs that a runner left are ended by their mark', async () => {
  const folder = `folder-${process.pid}`;
  const create = async (mark: string): Promise<string> => (await createWorkCgroups(bases, `${folder}/${mark}`)).folders[0]!;
  const [mine, other] = [await create('gone/job'), await create('alive/job')];
  const lost = startProcess({ argv: withOwnSleeps('/bin/sleep 8821').split(' '), folder: '/', environment: {}, cgroups: [mine] }, () =>
    Promise.resolve(),
  );
  const stays = startProcess({ argv: withOwnSleeps('/bin/sleep 8822').split(' '), folder: '/', environment: {}, cgroups: [other] }, () =>
    Promise.resolve(),
  );
  await until(() => countSleeping('/bin/sleep 8821') + countSleeping('/bin/sleep 8822') === 2);
  await endMarkedCgroups(bases, `${folder}/gone/`);
  assert.is((await lost.exit).signal, 'SIGKILL');
  assert.equal([existsSync(mine), existsSync(other), countSleeping('/bin/sleep 8822')], [false, true, 1]);
  await endCgroup(other);
  assert.is((await stays.exit).signal, 'SIGKILL');
  assert.is(dirname(other), base);
});

test('what is left of a job is reported, and its result stays', async () => {
  const root = mkdtempSync(join(tmpdir(), 'slipway-left-'));
  try {
    // No cgroup, and not empty: it cannot be removed as one.
    writeFileSync(join(root, 'kept'), '');
    const reports: string[] = [];
    const { status } = await runJob({
      claimed: { job: { body: { parallelism: 1000 } } } as unknown as ClaimedJob,
      storage: {} as JobStorage,
      slots: createRunSlots(1),
      address: '',
      hosted: false,
      mark: `test-left-${process.pid}`,
      cgroups: { folders: [root], limited: undefined },
      limits: {},
      root: join(root, 'job'),
      maxMilliseconds: 60_000,
      sampleMilliseconds: 60_000,
      signal: new AbortController().signal,
      saveNode: () => Promise.resolve(),
      report: (words, error) => reports.push(`${words}: ${(error as NodeJS.ErrnoException).code}`),
    });
    assert.equal([status, reports], ['infrastructure_fail', ['ending the processes of a job: ENOTEMPTY']]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

withProc('without cgroups: descendants of a marked process and its session are found whatever their environment', async () => {
  const commands = withOwnSleeps('setsid env -i /bin/sleep 8831 & (env -i /bin/sleep 8832 &) ; exec /bin/sleep 8833');
  const child = spawn('/bin/sh', ['-c', commands], {
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], SLIPWAY_JOB: `test-mark-${process.pid}/1` },
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  await until(() => ['8831', '8832', '8833'].every((seconds) => countSleeping(`/bin/sleep ${seconds}`) === 1));
  assert.is(await killMarkedProcesses(`test-mark-${process.pid}/`), 3);
  await gone;
  assert.equal(
    ['8831', '8832', '8833'].map((seconds) => countSleeping(`/bin/sleep ${seconds}`)),
    [0, 0, 0],
  );
});

withProc('a process that detached itself and goes on writing does not keep its step', async () => {
  const here = await startRunnerTest();
  try {
    const id = await here.startSteps({
      a: '[{ run: { name: Leave, command: "setsid sh -c \'while echo on; do sleep 0.1; done\' & echo left" } }]',
    });
    assert.equal(await here.waitForEnd(id), { all: ['success', { a: 'success' }] });
  } finally {
    await here.close();
  }
});

test.run();
