/** Limits that the runner itself watches. */
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countMarkedProcesses, killMarkedProcesses, markVariable } from '../../src/runner/marked-processes.ts';
import { measureFolder } from '../../src/runner/measure-folder.ts';
import { startProcess } from '../../src/runner/start-process.ts';
import { type ExceededLimit, watchWork } from '../../src/runner/watch-work.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('limits that a runner watches');

test('a folder has what its files have on the disk: one with two names once, what a link leads to not at all', async () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()];
  const before = (await measureFolder(folder))!;
  mkdirSync(join(folder, 'deep'));
  writeFileSync(join(folder, 'deep/file'), Buffer.alloc(1_048_576, 1));
  linkSync(join(folder, 'deep/file'), join(folder, 'name'));
  writeFileSync(join(other, 'file'), Buffer.alloc(4_194_304, 1));
  symlinkSync(other, join(folder, 'link'));
  const added = (await measureFolder(folder))! - before;
  assert.ok(added >= 1_048_576 && added < 1_200_000, `${added}`);
  assert.is(await measureFolder(join(folder, 'none')), undefined);
});

test('where the system limits no processes, they are counted with what they started, and ended when they are too many', async () => {
  const root = temporaryFolder();
  const mark = `test-watch/${process.pid}`;
  const script = 'i=0; while [ $i -lt 30 ]; do env -i setsid sleep 60 & i=$((i+1)); done; echo started; wait';
  const environment = { PATH: process.env['PATH']!, [markVariable]: mark };
  let onStarted: () => void;
  const started = new Promise<void>((resolve) => {
    onStarted = resolve;
  });
  const running = startProcess({ argv: ['/bin/sh', '-c', script], folder: root, environment }, async () => onStarted());
  await started;
  assert.ok((await countMarkedProcesses(mark)) >= 31);
  const exceeded = await new Promise<ExceededLimit>((resolve) => {
    const watch = watchWork('run', { mark, root, cgroups: { folders: [], limited: undefined } }, { runProcesses: 20 }, (limit) => {
      resolve(limit);
      void watch.end();
    });
  });
  assert.equal(exceeded, {
    reason: 'The processes of this run were more than 20 at once, the limit of --run-processes, and were ended.',
    mode: 'kill',
  });
  running.stop(0);
  await running.exit;
  await killMarkedProcesses(mark);
  assert.is(await countMarkedProcesses(mark), 0);
});

test.run();
