/** The queries of an idle process, and its notifications of writes by other processes. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAdjustableClock } from '../src/http/clock.ts';
import { type BackgroundTask, startBackgroundTasks } from '../src/pipeline/background-tasks.ts';
import { openService } from '../src/start.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/store.ts';
import { createDatabaseTest } from '@slipway/test-support/database-test';
import { startPostgres } from '@slipway/test-support/postgres';
import { queryDatabase } from '@slipway/test-support/query-database';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const server = await startPostgres();
const idle = suite('an idle process');
const test = createDatabaseTest(idle, server);

const until = async (is: () => boolean, message: string): Promise<void> => {
  for (const end = Date.now() + 10_000; !is() && Date.now() < end;) await delay(5);
  assert.ok(is(), message);
};

/** Records as the service stores them, as far as their times go: each is due some time, and none today. */
const later = new Date(Date.now() + 36 * 3_600_000).toISOString();
const run = { organization: 'acme', workspace: 'ws-1', reached: {} };
const waiting: readonly (readonly [kind: string, link: string, body: object])[] = [
  ['runs', 'active-runs', { ...run, status: 'planned', movesAt: null }],
  ['runs', 'active-runs', { ...run, status: 'planning', movesAt: later }],
  ['assessments', 'active-assessments', { movesAt: later }],
  ['notification-deliveries', 'notification-outbox', { state: 'waiting', dueAt: later }],
  ['task-calls', 'task-calls', { state: 'waiting', dueAt: later }],
  ['ci-pipelines', 'ci-pending', { movesAt: later }],
  ['ci-workflows', 'ci-active', { jobs: ['ci-jobs-7'] }],
  ['ci-jobs', 'none', { movesAt: later, queuedAt: null }],
  [
    'ci-schedules',
    'ci-scheduled',
    {
      timetable: {
        'per-hour': 1,
        'hours-of-day': [(new Date(later).getUTCHours() + 1) % 24],
        'days-of-month': [new Date(later).getUTCDate()],
      },
      looked: new Date().toISOString(),
    },
  ],
  ['ci-usage-exports', 'ci-exporting', { state: 'completed', movesAt: later, parts: [] }],
  ['ci-outbox', 'ci-outbox', { state: 'waiting', dueAt: later }],
];

const plantWaiting = async (url: string): Promise<void> => {
  const store = await openStore(url);
  await store.write(async (tx) => {
    for (const [index, [kind, link, body]] of waiting.entries()) {
      const id = `${kind}-${index}`;
      await tx.insert({ id, kind, scope: 'acme', key: id, name: '', body });
      await tx.link(link, 'all', id);
    }
  });
  await store.close();
};

/** The statements that the server has logged. */
const readLog = async (url: string): Promise<readonly string[]> => {
  const [row] = await queryDatabase(url, 'show data_directory');
  const text = readFileSync(join(dirname(row.data_directory), 'log'), 'utf8');
  return text.split('\n').filter((line) => /LOG: {2}(statement|execute)/.test(line) && !line.includes('data_directory'));
};

test('sends at most one statement a second, as the log of the database counts them, however much is due later', async (url) => {
  await plantWaiting(url);
  await queryDatabase(url, `alter database "${new URL(url).pathname.slice(1)}" set log_statement = 'all'`);
  const jobs = { folder: temporaryFolder(), maxParallelRuns: 1, jobMilliseconds: 60_000 };
  const service = await openService({ store: url, organization: 'acme', token: 'owner-token', test: true, jobs });
  try {
    await delay(1500);
    const before = await readLog(url);
    assert.ok(before.length > 20, 'the log has the statements of the start');
    await delay(4000);
    const idleStatements = (await readLog(url)).slice(before.length);
    assert.ok(idleStatements.length <= 4, `${idleStatements.length} statements in 4 s:\n${idleStatements.join('\n')}`);
  } finally {
    await service.close();
  }
});

/** A task that collects the ends of links of a kind, as background work takes what is due. */
const createCollector = (store: Store, kind: string) => {
  const found: string[] = [];
  let turns = 0;
  const task: BackgroundTask = {
    name: 'collecting',
    kinds: [kind],
    pause: 5,
    perform: async () => {
      turns += 1;
      for (const { to } of await store.read((view) => view.listLinks(kind, { from: 'all' }))) {
        const isThere = await store.write(async (tx) => {
          const links = await tx.listLinks(kind, { from: 'all' });
          await tx.unlink(kind, 'all', to);
          return links.some((link) => link.to === to);
        });
        if (isThere) found.push(to);
      }
      return undefined;
    },
  };
  const work = startBackgroundTasks({ store, clock: createAdjustableClock(), report: assert.unreachable }, [task]);
  return { found, turns: () => turns, stop: work.stop };
};

test('takes what another process wrote, and leaves it to that process while it lives', async (url) => {
  const [mine, other] = await Promise.all([openStore(url), openStore(url)]);
  const work = createCollector(mine, 'pending');
  // The other process announces what it watches; it does nothing itself.
  const endWatch = other.watch(['pending'], () => {});
  await delay(500);
  const before = work.turns();
  const began = performance.now();
  await other.write((tx) => tx.link('pending', 'all', 'one'));
  await until(() => work.found.length === 1, 'it is notified of the link of the other process');
  const late = performance.now() - began;
  assert.ok(late > 240 && late < 5000, `found after ${late} ms, the time that the other process has for it`);
  assert.ok(work.turns() - before <= 3, `${work.turns() - before} turns`);
  await mine.write((tx) => tx.link('pending', 'all', 'two'));
  await until(() => work.found.length === 2, 'it is notified of its own link');
  // A kind without watchers is not announced.
  await other.write((tx) => tx.insert({ id: 'a', kind: 'others', scope: '', key: 'a', name: '', body: 0 }));
  assert.equal(work.found, ['one', 'two']);
  endWatch();
  await work.stop();
  await Promise.all([mine.close(), other.close()]);
});

test('finds what was written while its connection for notifications was lost', async (url) => {
  const [mine, other] = await Promise.all([openStore(url), openStore(url)]);
  const work = createCollector(mine, 'pending');
  await delay(500);
  const listening = `from pg_stat_activity where query = 'listen slipway' and datname = current_database()`;
  assert.equal(await queryDatabase(url, `select pg_terminate_backend(pid) as ended ${listening}`), [{ ended: true }]);
  await other.write((tx) => tx.link('pending', 'all', 'one'));
  await until(() => work.found.length === 1, 'it looks at everything when it is connected again');
  assert.equal(await queryDatabase(url, `select count(*)::int as connections ${listening}`), [{ connections: 1 }]);
  await work.stop();
  await Promise.all([mine.close(), other.close()]);
});

test('holds no connection for notifications where nothing is watched, and none after it was closed', async (url) => {
  const count = async (): Promise<number> =>
    (
      await queryDatabase(
        url,
        `select count(*)::int as n from pg_stat_activity where query = 'listen slipway' and datname = current_database()`,
      )
    )[0].n;
  const store = await openStore(url);
  await delay(100);
  assert.is(await count(), 0);
  store.watch(['pending'], () => {});
  await delay(300);
  assert.is(await count(), 1);
  await store.close();
  await delay(100);
  assert.is(await count(), 0);
});

const jsonApi = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' });

test('is told nothing of ordinary requests to another process, since notifications take turns at the commit', async (url) => {
  await queryDatabase(url, `alter database "${new URL(url).pathname.slice(1)}" set log_statement = 'all'`);
  const jobs = { folder: temporaryFolder(), maxParallelRuns: 1, jobMilliseconds: 60_000 };
  const service = await openService({ store: url, organization: 'acme', token: 'owner-token', test: true, jobs });
  const send = async (method: string, path: string, data: object): Promise<any> => {
    const body = JSON.stringify({ data });
    const response = await fetch(service.address + path, { method, headers: jsonApi('owner-token'), body });
    assert.ok(response.ok, `${method} ${path}: ${response.status}`);
    return response.status === 204 ? undefined : ((await response.json()) as any).data;
  };
  const countNotifications = async (): Promise<number> => (await readLog(url)).filter((line) => line.includes('pg_notify(')).length;
  const organization = '/api/v2/organizations/acme';
  try {
    await delay(500);
    const before = await countNotifications();
    const project = await send('POST', `${organization}/projects`, { type: 'projects', attributes: { name: 'network' } });
    await send('PATCH', `/api/v2/projects/${project.id}`, { type: 'projects', attributes: { description: 'all of it' } });
    const workspace = await send('POST', `${organization}/workspaces`, { type: 'workspaces', attributes: { name: 'vpc' } });
    await send('PATCH', `/api/v2/workspaces/${workspace.id}`, { type: 'workspaces', attributes: { description: 'one' } });
    const variable = { type: 'vars', attributes: { key: 'region', value: 'eu', category: 'terraform' } };
    await send('POST', `/api/v2/workspaces/${workspace.id}/vars`, variable);
    const set = await send('POST', `${organization}/varsets`, { type: 'varsets', attributes: { name: 'all', global: false } });
    await send('POST', `/api/v2/varsets/${set.id}/relationships/workspaces`, [{ type: 'workspaces', id: workspace.id }]);
    assert.is((await countNotifications()) - before, 0);
    const attributes = { 'auto-destroy-at': '2099-01-01T00:00:00Z' };
    await send('PATCH', `/api/v2/workspaces/${workspace.id}`, { type: 'workspaces', attributes });
    assert.is((await countNotifications()) - before, 1);
  } finally {
    await service.close();
  }
});

test('is told once of all that shares a commit', async (url) => {
  const statements: string[] = [];
  const [writer, other] = await Promise.all([openStore(url, { observeStatement: (sql) => statements.push(sql) }), openStore(url)]);
  let notified = 0;
  other.watch(['pending', 'active'], () => (notified += 1));
  writer.watch(['pending', 'active'], () => {});
  await delay(500);
  // A process that has connected checks everything once.
  notified = 0;
  const before = statements.length;
  await Promise.all(
    Array.from({ length: 30 }, (_, at) => writer.write((tx) => tx.link(at % 2 ? 'pending' : 'active', 'all', `ws-${at}`), ['acme'])),
  );
  const count = (start: string): number => statements.slice(before).filter((sql) => sql.startsWith(start)).length;
  assert.is(count('select pg_notify('), count('commit'));
  assert.ok(count('commit') <= 3, `${count('commit')} commits`);
  await until(() => notified >= 2, 'both kinds are announced');
  assert.ok(notified <= 2 * count('commit'), `${notified} notifications`);
  await Promise.all([writer.close(), other.close()]);
});

idle.run();
