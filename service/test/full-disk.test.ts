/** PostgreSQL on disks that are full: that of the tables, and that of the log. */
// watchdog: 120 s
import { execFileSync } from 'node:child_process';
import { chownSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCluster, createDirectory, findCluster, unprivilegedUser } from '@slipway/test-support/postgres-cluster';
import { launchPostgres, type PostgresProcess } from '@slipway/test-support/postgres-process';
import { queryDatabase } from '@slipway/test-support/query-database';
import { numbers } from '@slipway/test-support/seed';
import { skipWithReason } from '@slipway/test-support/skip';
import { mountSmallDisk, type SmallDisk } from '@slipway/test-support/small-disk';
import { type ServiceProcess, startProcess } from '@slipway/test-support/service-processes';

const cluster = findCluster();
const owner = unprivilegedUser();
const disks = typeof cluster === 'string' ? [cluster] : [48, 64].map((megabytes) => mountSmallDisk(megabytes, owner));
const reason = disks.find((disk) => typeof disk === 'string');
const all = suite('full disks of PostgreSQL');
const test = reason === undefined ? all : skipWithReason(all, reason);

let postgres: PostgresProcess | undefined;
let service: ServiceProcess | undefined;
all.after.each(async () => {
  await service?.kill();
  await postgres?.stop();
  [postgres, service] = [undefined, undefined];
});

const varsets = '/organizations/acme/varsets';
const create = (name: string, description = '') =>
  service!.request(service!.token, `POST ${varsets}`, { data: { type: 'varsets', attributes: { name, description } } });
/** Names and lengths of the descriptions of all variable sets. */
const listSets = async (): Promise<readonly string[]> => {
  const all: string[] = [];
  for (let page: number | null = 1; page !== null;) {
    const { status, body } = await service!.request(service!.token, `GET ${varsets}?page[size]=100&page[number]=${page}`);
    assert.is(status, 200);
    for (const { attributes } of body.data) all.push(`${attributes.name} ${attributes.description.length}`);
    page = body.meta.pagination['next-page'];
  }
  return all;
};
const health = async (): Promise<number> => (await fetch(`${service!.address}/_local/health`)).status;

const draw = numbers();
/** Text that the database cannot compress. */
const noise = Buffer.from(Array.from({ length: 200_000 }, () => draw(256))).toString('base64');
const describeAtLength = (): string => noise.slice(draw(noise.length - 120_000)).slice(0, 120_000);

/** Creates large ones, four at a time, until one is refused: those that were answered, and the refusal. */
const fill = async (): Promise<{ readonly kept: readonly string[]; readonly refusal: Awaited<ReturnType<typeof create>> }> => {
  const kept: string[] = [];
  for (let at = 0; at < 400; at++) {
    const names = [0, 1, 2, 3].map((lane) => `set-${at}-${lane}`);
    const answers = await Promise.all(names.map((name) => create(name, describeAtLength())));
    answers.forEach(({ status }, lane) => status === 200 && kept.push(`${names[lane]} 120000`));
    const refusal = answers.find(({ status }) => status !== 200);
    if (refusal) return { kept, refusal };
  }
  throw new Error('the disk is never full');
};

const launch = async (directory: string, settings: readonly string[] = []): Promise<PostgresProcess> =>
  (postgres = await launchPostgres({ bin: (cluster as { bin: string }).bin, directory, owner, toDisk: false, settings }));

test('the tables: writes are 507, reads and health go on, nothing is half written, and with room all is well', async () => {
  const directory = createDirectory(owner);
  createCluster((cluster as { bin: string }).bin, join(directory, 'data'), owner);
  const { url } = await launch(directory);
  const { path, resize } = disks[0] as SmallDisk;
  await queryDatabase(url, `create tablespace small location '${path}'`, 'create database small tablespace small');
  const address = Object.assign(new URL(url), { pathname: '/small' });
  service = await startProcess('--postgres', address.href);
  const { kept, refusal } = await fill();
  assert.ok(kept.length > 8, `${kept.length} fitted`);
  assert.equal(
    [refusal.status, refusal.body.errors[0].title, refusal.body.errors[0].detail],
    [
      507,
      'insufficient storage',
      'the service cannot store anything more: its disk is full. Nothing was changed; free some space and send the request again',
    ],
  );
  assert.equal((await listSets()).toSorted(), kept.toSorted());
  assert.is(await health(), 200);
  resize(200);
  assert.is((await create('later')).status, 200);
  assert.equal((await listSets()).toSorted(), [...kept, 'later 0'].toSorted());
  assert.not.match(service.readStderr(), /bug in Slipway/);
  await queryDatabase(url, 'drop database small with (force)', 'drop tablespace small');
});

test('the log: requests and health are 503, and with room and PostgreSQL started again, all that was answered is there', async () => {
  const directory = createDirectory(owner);
  const data = join(directory, 'data');
  createCluster((cluster as { bin: string }).bin, data, owner);
  const { path, resize } = disks[1] as SmallDisk;
  const log = join(path, 'pg_wal');
  execFileSync('cp', ['-a', join(data, 'pg_wal'), log]);
  rmSync(join(data, 'pg_wal'), { recursive: true });
  symlinkSync(log, join(data, 'pg_wal'));
  const { url, isRunning, start } = await launch(directory, ['synchronous_commit=on']);
  service = await startProcess('--postgres', url);
  assert.is((await create('first')).status, 200);
  const ballast = join(path, 'ballast');
  const free = Number(execFileSync('df', ['--output=avail', '-k', path], { encoding: 'utf8' }).trim().split('\n')[1]);
  execFileSync('fallocate', ['-l', `${free}K`, ballast]);
  if (owner) chownSync(ballast, owner.uid, owner.gid);
  const { kept, refusal } = await fill();
  // A process that finds the disk full reports that if PostgreSQL still can; it ends, and the others find no database.
  assert.ok([503, 507].includes(refusal.status), String(refusal.status));
  while (isRunning()) await sleep(20);
  const during = await create('during');
  assert.equal([during.status, during.body.errors[0].title, await health()], [503, 'service unavailable', 503]);
  assert.match(
    during.body.errors[0].detail,
    new RegExp(`^the service cannot reach its storage: PostgreSQL at ${new URL(url).host}/postgres cannot be reached \\(`),
  );
  rmSync(ballast);
  resize(256);
  await start();
  for (let tries = 0; tries < 100 && (await health()) !== 200; tries++) await sleep(50);
  assert.is((await create('later')).status, 200);
  const found = await listSets();
  // A request answered with 503 may still have been written, completely.
  assert.equal(
    ['first 0', ...kept, 'later 0'].filter((one) => !found.includes(one)),
    [],
  );
  assert.equal(
    found.filter((one) => !/ (120000|0)$/.test(one)),
    [],
  );
  assert.not.match(service.readStderr(), /bug in Slipway/);
});

all.run();
