/** Limits that all processes of a plan or an apply share. */
// watchdog: 120 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findCgroupBases } from '../../../service/src/runner/work-cgroups.ts';
import type { RunnerOptions } from '../../../service/src/runner/runner.ts';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { type EngineRunsTest, startEngineRuns } from '../../../service/test/engine-runs/support.ts';

const suiteOf = suite<{ here: EngineRunsTest }>('limits that all processes of a run share');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
const { memory } = await findCgroupBases(true);
const withMemory =
  engine.found && memory === undefined ? skipWithReason(suiteOf, 'this process may create no cgroup with a memory limit') : test;
if (engine.found) {
  suiteOf.before(async (context) => {
    context.here = await startEngineRuns({ runCpuSeconds: 4, runMemoryMegabytes: 400 });
  });
  suiteOf.after(async (context) => {
    await context.here.close();
  });
}

/** The log of an apply whose provisioner executes `script` with Node.js, three processes at once. */
const applyThrice = async (here: EngineRunsTest, name: string, script: string): Promise<string> => {
  const workspace = await here.createWorkspace(name, { 'auto-apply': true });
  const command = `for i in 1 2 3; do ${process.execPath} ./script.cjs || touch failed & done; wait; test ! -e failed && echo over`;
  await here.upload(workspace, {
    'main.tf': `resource "terraform_data" "a" {\n  provisioner "local-exec" { command = "${command}" }\n}\n`,
    'script.cjs': script,
  });
  const run = await here.start(workspace);
  await here.until(run, 'errored');
  return here.log(run, 'apply');
};

withMemory('memory: what no process uses by itself, three do together; the log says why one was ended', async ({ here }) => {
  const log = await applyThrice(
    here,
    'hungry',
    'const all = []; for (let i = 0; i < 180; i++) all.push(Buffer.alloc(1e6, 1)); setTimeout(() => console.log("h" + "eld"), 1500);',
  );
  assert.match(log, 'The processes of this run needed more than 400 MB of memory together, and the system ended some of them.');
  assert.ok(log.split('(local-exec): held').length - 1 < 3);
});

test('CPU time: three processes that need less than the limit by themselves are interrupted, and the run ends as errored', async ({
  here,
}) => {
  const log = await applyThrice(here, 'busy', 'while (process.cpuUsage().user < 3.5e6);');
  assert.match(log, 'The processes of this run used more than 4 s of CPU time together.');
  assert.ok(!log.includes('over\n'));
});

/** The log of an apply whose provisioner executes a command, in a service with these limits. */
const applyWith = async (options: Partial<RunnerOptions>, command: string): Promise<string> => {
  const service = await startEngineRuns(options);
  try {
    const workspace = await service.createWorkspace('greedy', { 'auto-apply': true });
    const source = `resource "terraform_data" "a" {\n  provisioner "local-exec" { command = ${JSON.stringify(command)} }\n}\n`;
    await service.upload(workspace, { 'main.tf': source });
    const run = await service.start(workspace);
    await service.until(run, 'errored');
    return await service.log(run, 'apply');
  } finally {
    await service.close();
  }
};

/** Starts 150 processes and fails where that is refused; they end by themselves. */
const many = 'i=0; while [ $i -lt 150 ]; do sleep 8 & i=$((i+1)); done; wait; echo al""l; exit 1';
const { limitsProcesses } = await findCgroupBases(false, true);
const withNumber =
  engine.found && limitsProcesses !== true ? skipWithReason(suiteOf, 'this process may create no cgroup with a limit of processes') : test;

withNumber('processes: the system starts no more than the limit, and the log says so', async () => {
  const log = await applyWith({ runProcesses: 100 }, many);
  assert.match(log, 'The processes of this run were 100 at once, the limit of --run-processes, and the system started no more.');
  assert.not.match(log, '(local-exec): all');
});

test('disk: many files are seen within seconds, and the run is interrupted', async () => {
  const fill =
    'for i in 1 2 3 4 5 6 7 8; do head -c 1000000 /dev/zero > f$i; done; for i in 1 2 3 4 5 6 7 8 9; do sleep 1; done; echo al""l';
  const log = await applyWith({ runDiskMegabytes: 6 }, fill);
  assert.match(log, 'The folders of this run reached 6 MB, the limit of --run-disk-megabytes.');
  assert.not.match(log, '(local-exec): all');
});

test('disk: no file gets larger than the limit, and the log says so also where the run ended before somebody looked', async () => {
  const log = await applyWith({ runDiskMegabytes: 6 }, 'head -c 90000000 /dev/zero > file; stat -c "has %s bytes" file; exit 1');
  assert.match(log, '(local-exec): has 6291456 bytes');
  assert.match(log, 'The folders of this run reached 6 MB, the limit of --run-disk-megabytes.');
});

suiteOf.run();
