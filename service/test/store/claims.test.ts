/** Claims of work by several processes on one PostgreSQL. */
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { startPostgres } from '@slipway/test-support/postgres';
import { skipWithReason } from '@slipway/test-support/skip';

const server = await startPostgres();
const claims = suite('claims over processes');
const test = typeof server === 'string' ? skipWithReason(claims, server) : claims;

const openTwo = async (name: string): Promise<readonly [Store, Store]> => {
  if (typeof server === 'string') throw new Error(server);
  const { url } = await server.database(name);
  return Promise.all([openStore(url), openStore(url)]);
};
const insert = (store: Store, ids: readonly string[]): Promise<void> =>
  store.write(async (tx) => {
    for (const id of ids) await tx.insert({ id, kind: 'deliveries', scope: '', key: id, name: '', body: 'waiting' });
  });

/** Claims it, and holds it until the returned function is called. */
const hold = async (store: Store, id: string): Promise<{ readonly end: () => void; readonly over: Promise<void> }> => {
  let end = (): void => {};
  const isOver = new Promise<void>((resolve) => void (end = resolve));
  let isHeld = (): void => {};
  const held = new Promise<void>((resolve) => void (isHeld = resolve));
  const over = store.write(async (tx) => {
    const record = (await tx.claim<string>('deliveries', id))!;
    isHeld();
    await isOver;
    await tx.update(record, { body: 'claimed' });
  }, []);
  await held;
  return { end, over };
};
const claim = (store: Store, id: string): Promise<string | undefined> =>
  store.write(async (tx) => (await tx.claim<string>('deliveries', id))?.body, []);

test('what one process has claimed, another one passes over without waiting', async () => {
  const [mine, other] = await openTwo('passed_over');
  await insert(mine, ['a', 'b']);
  const { end, over } = await hold(mine, 'a');
  assert.equal([await claim(other, 'a'), await claim(other, 'b'), await claim(other, 'none')], [undefined, 'waiting', undefined]);
  // Nor does a unit of an organization wait for a claim.
  await other.write((tx) => tx.insert({ id: 'c', kind: 'deliveries', scope: 'acme', key: 'c', name: '', body: 0 }), ['acme']);
  end();
  await over;
  assert.is(await claim(other, 'a'), 'claimed');
  await Promise.all([mine.close(), other.close()]);
});

test('a unit that may touch anything waits for a claim, and sees what became of it', async () => {
  const [mine, other] = await openTwo('waits');
  await insert(mine, ['a']);
  const { end, over } = await hold(mine, 'a');
  let seen: unknown;
  const reading = other.write(async (tx) => (seen = (await tx.get('deliveries', 'a'))?.body));
  await delay(100);
  assert.is(seen, undefined);
  end();
  await Promise.all([over, reading]);
  assert.is(seen, 'claimed');
  await Promise.all([mine.close(), other.close()]);
});

test('of many that claim the same at once, one has it', async () => {
  const [mine, other] = await openTwo('races');
  const ids = Array.from({ length: 20 }, (_, at) => `d${at}`);
  await insert(mine, ids);
  const taken: string[] = [];
  const take = (store: Store, id: string): Promise<void> =>
    store
      .write(async (tx) => {
        const record = await tx.claim<string>('deliveries', id);
        if (record?.body !== 'waiting') return undefined;
        await tx.update(record, { body: 'taken' });
        return id;
      }, [])
      .then((id) => void (id !== undefined && taken.push(id)));
  await Promise.all(ids.flatMap((id) => [take(mine, id), take(other, id), take(mine, id)]));
  assert.equal(taken.toSorted(), ids.toSorted());
  await Promise.all([mine.close(), other.close()]);
});

claims.run();
