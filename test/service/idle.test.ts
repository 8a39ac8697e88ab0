/** What a process asks of its database while nothing happens. */
import pg from 'pg';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startPendingPolling } from '../../src/service/pipeline/polling.ts';
import { startService } from '../../src/service/start.ts';
import { openStore } from '../../src/service/store/open-store.ts';
import { startPostgres } from '../support/postgres.ts';
import { skipWithReason } from '../support/skip.ts';

const server = await startPostgres();
const idle = suite('an idle process');
const test: (name: string, run: (url: string) => Promise<void>) => void = (name, run) =>
  typeof server === 'string'
    ? skipWithReason(idle, server)(name, () => {})
    : idle(name, async () => run((await server.database(name.replaceAll(/\W+/g, '_').slice(0, 40))).url));

const delay = (milliseconds: number): Promise<void> => new Promise((done) => void setTimeout(done, milliseconds));

/** Has everything that measures time find so many milliseconds gone by, and gives it a moment to act. */
const passTime = async (milliseconds: number): Promise<void> => {
  ahead += milliseconds;
  await delay(400);
};
const { now } = performance;
let ahead = 0;
idle.before(() => {
  performance.now = () => now.call(performance) + ahead;
});
idle.after(() => {
  // An own member hides the one of the prototype.
  Reflect.deleteProperty(performance, 'now');
});

/** Statements of this process to PostgreSQL while the work runs. */
const countStatements = async (work: () => Promise<void>): Promise<number> => {
  const { query } = pg.Client.prototype;
  let count = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...given: any[]) {
    count += 1;
    return (query as any).apply(this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return count;
};

test('asks at most one statement a second', async (url) => {
  const service = await startService({ store: url, organization: 'acme', token: 'owner-token', test: true });
  try {
    await delay(700);
    await countStatements(() => passTime(10_000));
    const count = await countStatements(() => passTime(10_000));
    assert.ok(count > 0 && count <= 10, `${count} statements in 10 s`);
    const before = await countStatements(async () => {
      const headers = { authorization: 'Bearer owner-token', 'content-type': 'application/vnd.api+json' };
      const body = JSON.stringify({ data: { type: 'projects', attributes: { name: 'web' } } });
      const response = await fetch(`${service.address}/api/v2/organizations/acme/projects`, { method: 'POST', headers, body });
      assert.is(response.status, 201);
      await delay(400);
    });
    assert.ok(before > 20, `a write wakes what may have work: ${before} statements`);
  } finally {
    await service.close();
  }
});

test('finds what another process left behind', async (url) => {
  const [mine, other] = await Promise.all([openStore(url), openStore(url)]);
  const found: string[] = [];
  let polls = 0;
  const work = startPendingPolling(
    mine,
    5,
    'finding',
    async (store) => {
      polls += 1;
      for (const { to } of await store.read((view) => view.listLinks('pending', { from: 'all' }))) {
        found.push(to);
        await store.write((tx) => tx.unlink('pending', 'all', to));
      }
    },
    assert.unreachable,
    150,
  );
  const until = async (is: () => boolean): Promise<void> => {
    for (const end = Date.now() + 10_000; !is() && Date.now() < end;) await delay(5);
    assert.ok(is());
  };
  await until(() => polls > 0);
  await other.write((tx) => tx.link('pending', 'all', 'one'));
  await until(() => found.length === 1);
  await mine.write((tx) => tx.link('pending', 'all', 'two'));
  await until(() => found.length === 2);
  assert.equal(found, ['one', 'two']);
  await work.stop();
  await Promise.all([mine.close(), other.close()]);
});

idle.run();
