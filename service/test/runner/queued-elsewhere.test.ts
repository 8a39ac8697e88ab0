/** A runner on a database is notified of what another process queues and cancels, and asks for nothing meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAdjustableClock } from '../../src/http/clock.ts';
import { resolveSettings } from '../../src/http/settings.ts';
import { startRunnerWork } from '../../src/runner/background-work.ts';
import type { WorkKind } from '../../src/runner/work-kind.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { startPostgres } from '@slipway/test-support/postgres';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { serviceListeners } from '../../src/service.ts';

const server = await startPostgres();
const all = suite('work that another process queues');
const test = typeof server === 'string' ? skipWithReason(all, server) : all;

/** Work that goes on until it is stopped; a record of kind `stops` with its id stops it. */
const createKind = (log: string[]): WorkKind => ({
  name: 'job',
  watched: ['queue', 'stops'],
  hasQueued: async (store) => (await store.read((view) => view.listLinks('queue', { from: 'all' }))).length > 0,
  claimNext: ({ slots, dependencies: { store } }) =>
    store.write(async (tx) => {
      const [next] = await tx.listLinks('queue', { from: 'all' });
      if (!next) return undefined;
      await tx.unlink('queue', 'all', next.to);
      let end = (): void => {};
      const over = new Promise<void>((resolve) => void (end = resolve));
      const perform = async (): Promise<void> => {
        log.push(`${next.to} begins`);
        await over;
        log.push(`${next.to} ends`);
        slots.release();
      };
      return { id: next.to, perform, stop: end };
    }),
  findStops: async (store, ids) => new Map((await store.read((view) => view.getMany('stops', ids))).map(({ id }) => [id, 'kill' as const])),
  endLost: async () => 0,
});

const until = async (is: () => boolean, milliseconds: number): Promise<void> => {
  for (const end = Date.now() + milliseconds; !is() && Date.now() < end;) await delay(5);
};
const countStatements = (store: Store): number => store.listStatements().reduce((sum, { count }) => sum + count, 0);

test('begins and stops at once, over slots that are free again, and an idle runner sends no statement', async () => {
  if (typeof server === 'string') throw new Error(server);
  const { url } = await server.database('elsewhere');
  const [mine, other] = await Promise.all([openStore(url), openStore(url)]);
  const [log, otherLog]: [string[], string[]] = [[], []];
  const settings = () => resolveSettings({});
  const dependenciesOf = (store: Store) => ({
    store,
    settings,
    listeners: serviceListeners,
    clock: createAdjustableClock(),
    report: (words: string, error: unknown) => assert.unreachable(`${words}: ${String(error)}`),
    address: '',
    hosted: false,
  });
  const options = { folder: temporaryFolder(), maxParallelRuns: 1, jobMilliseconds: 60_000 };
  const runner = startRunnerWork(dependenciesOf(mine), options, [createKind(log)], undefined);
  // A process without --run-jobs.
  const without = startRunnerWork(dependenciesOf(other), undefined, [createKind(otherLog)], undefined);
  await delay(1000);
  const before = countStatements(mine);
  await delay(500);
  assert.is(countStatements(mine), before);
  // Long before the next heartbeat.
  await other.write((tx) => tx.link('queue', 'all', 'one'));
  await other.write((tx) => tx.link('queue', 'all', 'two'));
  await until(() => log.length === 1, 5000);
  assert.equal(log, ['one begins']);
  await other.write((tx) => tx.insert({ id: 'one', kind: 'stops', scope: '', key: 'one', name: '', body: 0 }));
  await until(() => log.length === 3, 5000);
  assert.equal(log, ['one begins', 'one ends', 'two begins']);
  await Promise.all([runner.stop(), without.stop()]);
  assert.equal([log.at(-1), otherLog], ['two ends', []]);
  await Promise.all([mine.close(), other.close()]);
});

all.run();
