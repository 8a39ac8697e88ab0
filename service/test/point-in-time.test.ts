/** Recovery of a point in time, as docs/operating.md describes it: a base backup, the archived log, and a time. */
// watchdog: 120 s
import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCluster, createDirectory, findCluster, unprivilegedUser } from '@slipway/test-support/postgres-cluster';
import { launchPostgres, type PostgresProcess } from '@slipway/test-support/postgres-process';
import { queryDatabase } from '@slipway/test-support/query-database';
import { skipWithReason } from '@slipway/test-support/skip';
import { type ServiceProcess, startProcess } from '@slipway/test-support/service-processes';

const cluster = findCluster();
const owner = unprivilegedUser();
const backupProgram = typeof cluster === 'string' ? '' : join(cluster.bin, 'pg_basebackup');
const reason = typeof cluster === 'string' ? cluster : existsSync(backupProgram) ? undefined : 'no pg_basebackup beside the server';
const all = suite('recovery of a point in time');
const test = reason === undefined ? all : skipWithReason(all, reason);

const running: { stop(): Promise<unknown> }[] = [];
all.after(async () => {
  for (const one of running.toReversed()) await one.stop();
});
const launch = async (directory: string, settings: readonly string[]): Promise<PostgresProcess> => {
  const launched = await launchPostgres({ bin: (cluster as { bin: string }).bin, directory, owner, toDisk: false, settings });
  running.push(launched);
  return launched;
};
const own = (path: string): string => {
  if (owner) chownSync(path, owner.uid, owner.gid);
  return path;
};

const workspaces = '/organizations/acme/workspaces';
const create = async ({ request }: ServiceProcess, token: string, name: string): Promise<string> => {
  const { status, body } = await request(token, `POST ${workspaces}`, { data: { type: 'workspaces', attributes: { name } } });
  assert.is(status, 201);
  return body.data.id;
};
const listNames = async ({ request }: ServiceProcess, token: string): Promise<readonly string[]> =>
  (await request(token, `GET ${workspaces}`)).body.data.map(({ attributes }: any) => attributes.name);

/** Everything until now is in the archive. */
const archiveAll = async (url: string): Promise<void> => {
  const [last] = await queryDatabase(url, 'select pg_walfile_name(pg_switch_wal()) as file');
  for (let tries = 0; ; tries++) {
    const [archived] = await queryDatabase(url, 'select last_archived_wal as file from pg_stat_archiver');
    if (archived.file >= last.file) return;
    assert.ok(tries < 200, `${last.file} is not archived`);
    await sleep(50);
  }
};

test('what was written until then is there, and what was deleted later; nothing later is', async () => {
  const [primary, restored] = [createDirectory(owner), createDirectory(owner)];
  const archive = join(primary, 'archive');
  mkdirSync(archive);
  own(archive);
  createCluster((cluster as { bin: string }).bin, join(primary, 'data'), owner);
  const command = `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`;
  const { url } = await launch(primary, ['wal_level=replica', 'archive_mode=on', command, 'synchronous_commit=on']);
  const service = await startProcess('--postgres', url);
  running.push(service);
  const token = service.token!;
  await create(service, token, 'before-the-backup');
  const { port } = new URL(url);
  const options = ['-h', '127.0.0.1', '-p', port, '-U', 'postgres', '-D', join(restored, 'data'), '-X', 'stream', '-c', 'fast'];
  execFileSync(backupProgram, options, { ...owner, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  const kept = await create(service, token, 'after-the-backup');
  await sleep(20);
  const [{ time }] = (await queryDatabase(url, 'select now()::text as time')) as readonly [{ time: string }];
  await sleep(20);
  await create(service, token, 'too-late');
  assert.is((await service.request(token, `DELETE /workspaces/${kept}`)).status, 204);
  await archiveAll(url);
  assert.is(await service.stop(), 0);

  appendFileSync(
    join(restored, 'data/postgresql.conf'),
    `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${time}'\nrecovery_target_action = promote\n`,
  );
  writeFileSync(join(restored, 'data/recovery.signal'), '');
  own(join(restored, 'data/recovery.signal'));
  const recovered = await launch(restored, ['archive_mode=off']);
  for (let tries = 0; (await queryDatabase(recovered.url, 'select pg_is_in_recovery() as is'))[0].is; tries++) {
    assert.ok(tries < 200, 'recovery does not end');
    await sleep(50);
  }
  const again = await startProcess('--postgres', recovered.url);
  running.push(again);
  assert.is(again.token, null);
  assert.equal(await listNames(again, token), ['before-the-backup', 'after-the-backup']);
  await create(again, token, 'later');
  assert.equal(await listNames(again, token), ['before-the-backup', 'after-the-backup', 'later']);
  assert.not.match(again.readStderr(), /bug in Slipway/);
});

all.run();
