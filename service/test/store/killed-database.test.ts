/** A PostgreSQL that waits for the disk, and is stopped at once while two processes write. */
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import type { Store } from '../../src/store/store.ts';
import { type PostgresServer, startPostgres } from '@slipway/test-support/postgres';
import { skipWithReason } from '@slipway/test-support/skip';
import { createDraft } from './conformance/new-record.ts';

const server = await startPostgres({ toDisk: true });
const all = suite('a database that is killed');
const reason = typeof server === 'string' ? server : server.crash ? undefined : 'a server that others started is not killed';
const test = reason === undefined ? all : skipWithReason(all, reason);
all.after(async () => {
  if (typeof server !== 'string') await server.stop();
});

/** Writes one record after the other, until a write fails, and notes those that were answered. */
const writeUntilItFails = async (store: Store, prefix: string, answered: string[]): Promise<void> => {
  for (let at = 0; ; at++) {
    const name = `${prefix}-${at}`;
    await store.write((tx) => tx.insert(createDraft(name)), ['acme']);
    answered.push(name);
  }
};

test('what two processes were answered is there after the database was killed three times', async () => {
  const { database, crash } = server as PostgresServer;
  const { url } = await database('killed');
  const answered: string[] = [];
  for (let round = 0; round < 3; round++) {
    const stores = [await openPostgres({ url }), await openPostgres({ url })];
    const before = answered.length;
    const writers = Array.from({ length: 8 }, (_, writer) => writeUntilItFails(stores[writer % 2]!, `r${round}-w${writer}`, answered));
    const ended = Promise.allSettled(writers);
    while (answered.length < before + 60) await sleep(1);
    await crash!();
    await ended;
    await Promise.all(stores.map((store) => store.close()));
  }
  const store = await openPostgres({ url });
  const found = await store.read(async (view) => new Set((await view.list({ kind: 'workspaces' })).records.map(({ id }) => id)));
  await store.close();
  assert.ok(answered.length >= 180);
  assert.equal(
    answered.filter((name) => !found.has(name)),
    [],
  );
});

all.run();
