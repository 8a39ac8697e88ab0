/** `slipway serve` with a data folder whose log is missing: refused, checked, and opened with the rest only if requested. */
import { spawnSync } from 'node:child_process';
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ServiceProcess, startProcess } from '@slipway/test-support/service-processes';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const program = join(import.meta.dirname, '../bin/slipway.cjs');
const command = suite('slipway serve and a log that is missing');

const createWorkspace = async (service: ServiceProcess, token: string, name: string): Promise<void> => {
  const document = { data: { type: 'workspaces', attributes: { name } } };
  assert.is((await service.request(token, 'POST /organizations/acme/workspaces', document)).status, 201);
};

command('it is refused, --check says the same, and --accept-loss opens what is left', async () => {
  const data = join(temporaryFolder(), 'data');
  const first = await startProcess('--data', data);
  const token = first.token!;
  await createWorkspace(first, token, 'kept');
  assert.is(await first.stop(), 0);
  const second = await startProcess('--data', data);
  await createWorkspace(second, token, 'lost');
  await second.kill();
  renameSync(join(data, 'slipway.db-wal'), join(data, 'moved-away'));

  const refused = await startProcess('--data', data).then(
    () => 'started',
    (error: Error) => error.message,
  );
  assert.match(refused, /ended with 1: .*the log .*slipway\.db-wal is missing, but a process did not move all of it into the data file/);
  assert.match(refused, '--accept-loss');
  const checked = spawnSync(process.execPath, [program, 'serve', '--data', data, '--check'], { encoding: 'utf8' });
  assert.match(checked.stdout + checked.stderr, /the log .*slipway\.db-wal is missing/);
  assert.is.not(checked.status, 0);
  assert.not.match(checked.stderr, /bug|report/);

  const third = await startProcess('--data', data, '--accept-loss');
  const { body } = await third.request(token, 'GET /organizations/acme/workspaces');
  assert.equal(
    body.data.map((one: any) => one.attributes.name),
    ['kept'],
  );
  assert.match(third.readStderr(), /opens what is left, because of --accept-loss: the log .* Copies of the files are in /);
  assert.is(third.token, null, 'no store is made anew');
  assert.is(await third.stop(), 0);
  assert.ok(
    readdirSync(data).some((name) => name !== 'moved-away' && /loss|lost|before/.test(name)),
    readdirSync(data).join(' '),
  );
});

command.run();
