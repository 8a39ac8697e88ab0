/** Limits that all processes of a plan or an apply share. */
// watchdog: 120 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findCgroupBases } from '../../../src/service/runner/work-cgroups.ts';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { type EngineRunsTest, startEngineRuns } from './support.ts';

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

suiteOf.run();
