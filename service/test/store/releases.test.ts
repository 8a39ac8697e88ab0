/** Processes of two releases on one PostgreSQL: this one, and later ones whose schema has one and two versions more. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findOldestSchema } from '../../src/store/migrations.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import { startPostgres } from '@slipway/test-support/postgres';
import { queryDatabase } from '@slipway/test-support/query-database';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { buildRelease } from './releases/build-release.ts';

/** Schema version 12 adds, version 13 takes away again. */
const expand = {
  compatible: { release: '0.2.0' },
  sqlite: [`alter table records add column shard text not null default 'a'`],
  postgres: [
    `alter table slipway.records add column shard text not null default 'a'`,
    'create table slipway.shards (id text primary key)',
    'create index records_by_shard on slipway.records (shard)',
  ],
} as const;
/** Of the same release as version 12. */
const another = {
  compatible: { release: '0.2.0' },
  sqlite: ['create table shards (id text primary key)'],
  postgres: ['create table slipway.halves (id text primary key)'],
} as const;
const contract = { sqlite: ['alter table records drop column shard'], postgres: ['alter table slipway.records drop column shard'] };

const server = await startPostgres();
const suiteOfReleases = suite<{ releases: Record<'own' | 'next' | 'nextWithTwo' | 'nextButOne', string> }>('two releases on one schema');
const test: typeof suiteOfReleases =
  typeof server === 'string' ? (skipWithReason(suiteOfReleases, server) as typeof suiteOfReleases) : suiteOfReleases;

suiteOfReleases.before(async (context) => {
  const [own, next, nextWithTwo, nextButOne] = await Promise.all([
    buildRelease('own', []),
    buildRelease('next', [expand]),
    buildRelease('next-with-two', [expand, another]),
    buildRelease('next-but-one', [expand, contract]),
  ]);
  context.releases = { own, next, nextWithTwo, nextButOne };
});
suiteOfReleases.after(({ releases }) => {
  for (const file of Object.values(releases)) rmSync(file);
});

const children: ChildProcess[] = [];
suiteOfReleases.after.each(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

interface Message {
  readonly ready?: true;
  readonly refused?: string;
  readonly units?: number;
  readonly failure?: string;
}
const receive = async (child: ChildProcess): Promise<Message> =>
  (await once(child, 'message', { signal: AbortSignal.timeout(20_000) }))[0] as Message;
/** A process, and what it says first. */
const start = async (release: string, target: string, name: string): Promise<{ child: ChildProcess; first: Message }> => {
  const child = fork(release, [target, name]);
  children.push(child);
  return { child, first: await receive(child) };
};
const stop = (child: ChildProcess): Promise<Message> => {
  const report = receive(child);
  child.send('stop');
  return report;
};

const readMeta = async (url: string): Promise<unknown> =>
  Object.fromEntries(
    (await queryDatabase(url, `select key, value from slipway.meta where key like '%schema'`)).map(({ key, value }) => [key, value]),
  );
const delay = (milliseconds: number): Promise<void> => new Promise((done) => void setTimeout(done, milliseconds));

/** Whether each of these processes has created so many records. */
const hasEachWritten = async (url: string, names: readonly string[], count: number): Promise<boolean> => {
  const rows = await queryDatabase(url, `select id from slipway.records where kind = 'workspaces'`);
  return names.every((name) => rows.filter(({ id }) => (id as string).startsWith(`${name}-`)).length >= count);
};

const databaseOf = async (name: string): Promise<string> => {
  if (typeof server === 'string') throw new Error(server);
  const { url } = await server.database(name);
  const store = await openPostgres({ url });
  await store.write((tx) => tx.insert({ id: 'counter', kind: 'counters', scope: '', key: 'counter', name: '', body: 0 }));
  await store.close();
  return url;
};

test('the release before reads and writes while the next one migrates and beside it, and starts on its schema', async ({ releases }) => {
  const url = await databaseOf('beside');
  assert.equal(await readMeta(url), { schema: '12', 'oldest-schema': '7' });
  const before = await start(releases.own, url, 'before');
  await delay(200);
  const next = await start(releases.next, url, 'next');
  const late = await start(releases.own, url, 'late');
  assert.equal([before.first, next.first, late.first], [{ ready: true }, { ready: true }, { ready: true }]);
  assert.equal(await readMeta(url), { schema: '13', 'oldest-schema': '12' });
  while (!(await hasEachWritten(url, ['before', 'next', 'late'], 6))) await delay(50);
  const reports = await Promise.all([before, next, late].map(({ child }) => stop(child)));
  assert.equal(
    reports.map(({ failure }) => failure),
    [undefined, undefined, undefined],
  );
  const total = reports.reduce((sum, report) => sum + report.units!, 0);
  const rows = await queryDatabase(
    url,
    `select (select body::text from slipway.records where id = 'counter') as counter, count(*)::int as records,
      (select count(*)::int from slipway.links where from_seq is not null) as links
      from slipway.records where kind = 'workspaces' and shard = 'a'`,
  );
  assert.equal(rows, [{ counter: String(total), records: total, links: total }]);
});

test('the release before continues where the next one has two compatible migrations', async ({ releases }) => {
  const url = await databaseOf('two');
  const before = await start(releases.own, url, 'before');
  const next = await start(releases.nextWithTwo, url, 'next');
  assert.equal(next.first, { ready: true });
  assert.equal(await readMeta(url), { schema: '14', 'oldest-schema': '12' });
  assert.equal((await start(releases.own, url, 'late')).first, { ready: true });
  // A release between the two versions is none that there was: it has one of the two migrations.
  assert.equal((await start(releases.next, url, 'half')).first, { ready: true });
  const reports = await Promise.all([before, next].map(({ child }) => stop(child)));
  assert.equal(
    reports.map(({ failure }) => failure),
    [undefined, undefined],
  );
});

test('the oldest schema is that of the release before the one with the last migration', () => {
  const of = (...releases: readonly (string | undefined)[]): number =>
    findOldestSchema(releases.map((release) => (release === undefined ? {} : { compatible: { release } })));
  assert.equal(
    [of(), of(undefined), of(undefined, '2'), of(undefined, '2', '2'), of(undefined, '2', '3'), of(undefined, '2', '3', '3')],
    [0, 1, 1, 1, 2, 2],
  );
  // One that is not compatible shuts out the release before, whatever came with it.
  assert.equal([of(undefined, '2', undefined), of(undefined, undefined, '2'), of('2', '2', undefined, '2')], [3, 2, 3]);
});

test('a release that takes away ends the work of those before it: a running one writes no more, another does not start', async ({
  releases,
}) => {
  const url = await databaseOf('after');
  const next = await start(releases.next, url, 'next');
  const before = await start(releases.own, url, 'before');
  assert.equal(before.first, { ready: true });
  const failed = receive(before.child);
  const nextFailed = receive(next.child);
  const contracted = await start(releases.nextButOne, url, 'next-but-one');
  assert.equal(contracted.first, { ready: true });
  assert.equal(await readMeta(url), { schema: '14', 'oldest-schema': '14' });
  assert.is(
    (await failed).failure,
    'the database was written by a newer release: its schema version is 14, this release knows 12. ' +
      'Use the newer release, or another place.',
  );
  assert.is(
    (await nextFailed).failure,
    'the database was written by a newer release: its schema version is 14, this release knows 13. ' +
      'Use the newer release, or another place.',
  );
  const { host } = new URL(url);
  assert.equal((await start(releases.own, url, 'late')).first, {
    refused:
      `PostgreSQL at ${host}/after was written by a newer release: its schema version is 14, this release ` +
      'knows 12. Use the newer release, or another place.',
  });
  assert.is((await stop(contracted.child)).failure, undefined);
});

test('a data folder of the next release opens with the release before it, which leaves its schema alone', async ({ releases }) => {
  const directory = `${temporaryFolder()}/data`;
  const store = openSqlite({ directory });
  await store.write((tx) => tx.insert({ id: 'counter', kind: 'counters', scope: '', key: 'counter', name: '', body: 0 }));
  await store.close();
  for (const release of [releases.next, releases.own, releases.next]) {
    const { child, first } = await start(release, directory, `n${Math.floor(performance.now())}`);
    assert.equal(first, { ready: true });
    await delay(30);
    assert.is((await stop(child)).failure, undefined);
  }
  const contracted = await start(releases.nextButOne, directory, 'last');
  assert.is((await stop(contracted.child)).failure, undefined);
  assert.match((await start(releases.own, directory, 'late')).first.refused!, /its schema version is 14, this release knows 12/);
});

suiteOfReleases.run();
