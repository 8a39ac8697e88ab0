/** What the processes of a job have together: their number, and their disk. Each limit is reached. */
// watchdog: 120 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findCgroupBases } from '../../src/runner/work-cgroups.ts';
import type { RunnerOptions } from '../../src/runner/runner.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { startRunnerTest } from './support.ts';

const test = suite('limits of a job');

/** How a job of this one step ends, what it says, and what the step wrote. */
const runJobWith = async (options: Partial<RunnerOptions>, command: string) => {
  const here = await startRunnerTest(options);
  try {
    const id = await here.startSteps({ a: `[{ run: { name: Greedy, command: '${command}' } }]` });
    const statuses = await here.waitForEnd(id);
    const { messages } = (await here.ci('GET /project/gh/acme/web/job/1')).body;
    return { status: statuses.all[1].a, messages, output: (await here.readOutput(id, 'a'))['Greedy']! };
  } finally {
    await here.close();
  }
};

const { limitsProcesses } = await findCgroupBases(false, true);
const withNumber = limitsProcesses === true ? test : skipWithReason(test, 'this process may create no cgroup with a limit of processes');

withNumber('processes: the system starts no more than the limit, and the job says so', async () => {
  const { status, messages, output } = await runJobWith(
    { runProcesses: 60 },
    'i=0; while [ $i -lt 90 ]; do sleep 8 & i=$((i+1)); done; wait; echo all; exit 1',
  );
  assert.is(status, 'failed');
  assert.not.match(output, /^all$/m);
  assert.equal(messages, [
    {
      type: 'error',
      message: 'The processes of this job were 60 at once, the limit of --run-processes, and the system started no more.',
      reason: 'failed',
    },
  ]);
});

test('disk: the job is ended when its folders reach the limit, and says so', async () => {
  const { status, messages, output } = await runJobWith(
    { runDiskMegabytes: 6 },
    'for i in 1 2 3 4 5 6 7 8; do head -c 1000000 /dev/zero > f$i; done; sleep 20; echo all',
  );
  assert.is(status, 'failed');
  assert.not.match(output, /^all$/m);
  assert.equal(messages, [
    { type: 'error', message: 'The folders of this job reached 6 MB, the limit of --run-disk-megabytes.', reason: 'failed' },
  ]);
});

test('disk: no file of a job gets larger than the limit', async () => {
  const { output } = await runJobWith({ runDiskMegabytes: 6 }, 'head -c 90000000 /dev/zero > file || stat -c "has %s bytes" file; exit 1');
  assert.match(output, /^has 6291456 bytes$/m);
});

test('a job below its limits ends as it would without them', async () => {
  const { status, messages, output } = await runJobWith(
    { runProcesses: 60, runDiskMegabytes: 6 },
    'head -c 3000000 /dev/zero > file; for i in 1 2 3 4 5; do sleep 0.1 & done; wait; echo all',
  );
  assert.equal([status, messages, output], ['success', [], 'all\n']);
});

test.run();
