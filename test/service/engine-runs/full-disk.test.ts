/** The disk of the service is full for a while, in the middle of an apply. */
// watchdog: 120 s
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type ServiceProcess, startProcess } from '../../support/service-processes.ts';
import { connect } from '../../../service/test/engine-runs/support.ts';

const suiteOf = suite('runs on a full disk');
const disk = mkdtempSync(join(tmpdir(), 'slipway-disk-'));
const isMounted = ((): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'none', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
let service: ServiceProcess | undefined;
suiteOf.after(async () => {
  await service?.kill();
  if (isMounted) execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});
const reason = engine.found ? 'no small disk: mounting one needs root' : engine.reason;
const test = engine.found && isMounted ? suiteOf : skipWithReason(suiteOf, reason);

test('an apply whose log finds no space waits for it, and is applied as a whole, with its whole log', async () => {
  const folder = temporaryFolder();
  const ballast = join(disk, 'ballast');
  service = await startProcess('--data', join(disk, 'data'), '--jobs-folder', join(folder, 'jobs'), '--run-jobs', '--isolation', 'none');
  const here = connect(service.address, service.token!, async () => undefined);
  const workspace = await here.createWorkspace('full', { 'auto-apply': true });
  const command = `touch ${folder}/waits; until test -e ${folder}/go; do sleep 0.05; done; seq 100000 103000`;
  await here.upload(workspace, {
    'main.tf':
      `resource "terraform_data" "a" {\n  provisioner "local-exec" { command = "${command}" }\n}\n` +
      'resource "terraform_data" "b" { depends_on = [terraform_data.a] }\n',
  });
  const run = await here.start(workspace);
  while (!existsSync(join(folder, 'waits'))) await delay(20);
  assert.throws(() => writeFileSync(ballast, Buffer.alloc(20_000_000)), /ENOSPC/);
  writeFileSync(join(folder, 'go'), '');
  while (!service.readStderr().includes('storing the log of a run failed')) await delay(20);
  rmSync(ballast);
  await here.until(run, 'applied');
  const log = await here.log(run, 'apply');
  const numbers = Array.from({ length: 3001 }, (_, index) => `(local-exec): ${100_000 + index}"`);
  assert.equal(
    numbers.filter((number) => log.split(number).length !== 2),
    [],
    'each line is there once',
  );
  assert.is((await here.request(`GET /workspaces/${workspace}`)).body.data.attributes['resource-count'], 2);
});

suiteOf.run();
