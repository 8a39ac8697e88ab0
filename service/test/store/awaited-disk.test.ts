/** SQLite writes its files, and the service waits for the disk beside its event loop (docs/decisions/0133). */
import { copyFileSync, existsSync, fdatasync, fstatSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { StoreUnavailable } from '../../src/store/failures.ts';
import { createCheckpoints } from '../../src/store/sqlite/checkpoints.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const syncNow = promisify(fdatasync);

const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  let settled = false;
  const note = (): void => void (settled = true);
  promise.then(note, note);
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  return settled;
};
const create = (store: Store, id: string, size = 10): Promise<string> =>
  store.write((tx) => tx.insert({ id, kind: 'workspaces', scope: '', key: id, name: id, body: id.padEnd(size, 'x') })).then(() => id);
const listIds = (store: Store): Promise<readonly string[]> =>
  store.read(async (view) => (await view.list({ kind: 'workspaces' })).records.map(({ id }) => id).sort());

/** A store whose disk does what `answer` says, told which of its files is meant. */
const openOnDisk = (
  answer: (file: 'log' | 'data', sync: () => Promise<void>) => Promise<void>,
  directory = join(temporaryFolder(), 'data'),
) => {
  const isData = (descriptor: number): boolean => fstatSync(descriptor).ino === statSync(join(directory, 'slipway.db')).ino;
  const sync = (descriptor: number): Promise<void> => answer(isData(descriptor) ? 'data' : 'log', () => syncNow(descriptor));
  // However slow the machine is, the log is not moved for want of writes.
  const foldTimes = { idle: 600_000, longest: 600_000 };
  return { directory, store: openSqlite({ directory, sync, foldTimes }) };
};

/** A disk that waits, for as long as `waits` is set, until it is let go. */
const createSlowDisk = () => {
  const disk = {
    waits: undefined as 'log' | 'data' | undefined,
    /** Resolves when something waits. */
    asked: Promise.resolve(),
    letGo: (): void => {},
    answer: async (file: 'log' | 'data', sync: () => Promise<void>): Promise<void> => {
      if (file === disk.waits) {
        reached();
        await held;
      }
      await sync();
    },
    hold: (file: 'log' | 'data'): void => {
      disk.waits = file;
      held = new Promise((resolve) => {
        disk.letGo = () => {
          disk.waits = undefined;
          resolve();
        };
      });
      disk.asked = new Promise((resolve) => (reached = resolve));
    },
  };
  let held: Promise<void> = Promise.resolve();
  let reached: () => void = () => {};
  return disk;
};

const test = suite('store in SQLite, whose disk is awaited');

test('a write is answered when its log is on the disk; nobody reads it before, and the event loop continues', async () => {
  const disk = createSlowDisk();
  const { store } = openOnDisk(disk.answer);
  disk.hold('log');
  const write = create(store, 'one');
  await disk.asked;
  const read = listIds(store);
  assert.not.ok(await isSettled(write));
  assert.not.ok(await isSettled(read));
  disk.letGo();
  assert.is(await write, 'one');
  assert.equal(await read, ['one']);
  await store.close();
});

test('while the data file is awaited, a read is answered, a write begins, and nothing is written over the log', async () => {
  const disk = createSlowDisk();
  const { store, directory } = openOnDisk(disk.answer);
  disk.hold('data');
  // With these 8 MB the log is moved into the data file.
  for (let at = 0; at < 8; at++) await create(store, `large-${at}`, 1024 * 1024);
  await disk.asked;
  const log = readFileSync(join(directory, 'slipway.db-wal'));
  assert.is((await listIds(store)).length, 8);
  // Names are indexed after 250 ms, and that is written, too.
  await pause(400);
  const write = create(store, 'later');
  assert.not.ok(await isSettled(write));
  assert.ok(log.equals(readFileSync(join(directory, 'slipway.db-wal'))), 'the log is as it was');
  disk.letGo();
  assert.is(await write, 'later');
  await store.close();
});

test('where the disk refuses, the write and all that come are StoreUnavailable; the next start has what was acknowledged', async () => {
  const syncs: string[] = [];
  let refuses = false;
  const { store, directory } = openOnDisk((file, sync) => {
    syncs.push(file);
    return refuses ? Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' })) : sync();
  });
  await create(store, 'kept');
  refuses = true;
  syncs.length = 0;
  const message = `${directory}: the disk did not confirm what was written to it (EIO): start the service again`;
  const ends: PromiseSettledResult<unknown>[] = await Promise.allSettled(
    // More than share a commit.
    Array.from({ length: 40 }, (_, at) => create(store, `lost-${at}`)),
  );
  refuses = false;
  ends.push(...(await Promise.allSettled([create(store, 'later'), listIds(store), store.probe()])));
  for (const end of ends) {
    assert.instance((end as PromiseRejectedResult).reason, StoreUnavailable);
    assert.is((end as PromiseRejectedResult).reason.message, message);
  }
  assert.equal(syncs, ['log'], 'a second sync could succeed without what the first lost');
  await store.close();
  assert.not.ok(existsSync(join(directory, 'slipway.closed')), 'the next start reads the whole file');
  const again = openSqlite({ directory });
  assert.ok((await listIds(again)).includes('kept'));
  await again.close();
});

test('where the disk refuses what was moved, nothing is written any more, and the next start has it from the log', async () => {
  const { store, directory } = openOnDisk((file, sync) =>
    file === 'data' ? Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' })) : sync(),
  );
  const kept = [];
  for (let at = 0; at < 8; at++) kept.push(await create(store, `large-${at}`, 1024 * 1024));
  // Names would be indexed now.
  await pause(400);
  const [end] = await Promise.allSettled([create(store, 'later')]);
  assert.instance((end as PromiseRejectedResult).reason, StoreUnavailable);
  await store.close();
  const again = openSqlite({ directory });
  assert.equal(await listIds(again), kept);
  await again.close();
});

test('the log is on the disk before it is moved, and the data file before anybody writes', async () => {
  const steps: string[] = [];
  let answer = (): void => {};
  const disk = new Promise<void>((resolve) => (answer = resolve));
  const syncLog = async (): Promise<void> => void steps.push('log on disk');
  const syncData = async (): Promise<void> => {
    await disk;
    steps.push('data on disk');
  };
  const connection = { execute: (sql: string) => void steps.push(sql) };
  const checkpoints = createCheckpoints(connection, { syncLog, syncData, sumMoved: async () => {}, nextNumber: () => 7, doubt: () => {} });
  for (let megabyte = 0; megabyte < 8; megabyte++) {
    assert.not.ok(checkpoints.isDue());
    checkpoints.count('insert into "records"', ['x'.repeat(1024 * 1024)]);
  }
  assert.ok(checkpoints.isDue());
  await checkpoints.run();
  assert.equal(steps, [
    'pragma user_version = 7',
    'log on disk',
    'pragma synchronous = off',
    'pragma wal_checkpoint(passive)',
    'pragma synchronous = normal',
    'pragma cache_spill = off',
  ]);
  assert.not.ok(await isSettled(checkpoints.settled()));
  answer();
  await checkpoints.settled();
  assert.equal(steps.slice(6), ['data on disk', 'pragma cache_spill = on']);
  assert.not.ok(checkpoints.isDue());
});

/** What a disk may have after a power failure: each file as it was when it was last synced, or as it is now. */
const findAfterPowerFailure = async (directory: string, log: Buffer, data: Buffer): Promise<readonly string[]> => {
  const copy = join(temporaryFolder(), 'data');
  mkdirSync(copy);
  for (const name of ['slipway.store', 'slipway.key']) copyFileSync(join(directory, name), join(copy, name));
  writeFileSync(join(copy, 'slipway.db-wal'), log);
  writeFileSync(join(copy, 'slipway.db'), data);
  const store = openSqlite({ directory: copy });
  const found = await listIds(store);
  await store.close();
  return found;
};

test('after a power failure at any sync, what was acknowledged is there, whichever later writes the disk has', async () => {
  const directory = join(temporaryFolder(), 'data');
  await openSqlite({ directory }).close();
  const acknowledged = new Set<string>();
  const readFile = (name: string): Buffer => readFileSync(join(directory, name));
  const synced: { log: Buffer; data: Buffer } = { log: Buffer.alloc(0), data: readFile('slipway.db') };
  let moves = 0;
  let checks = 0;
  const check = async (): Promise<void> => {
    checks++;
    const now = { log: readFile('slipway.db-wal'), data: readFile('slipway.db') };
    for (const [log, data] of [
      [synced.log, synced.data],
      [synced.log, now.data],
      [now.log, synced.data],
    ] as const) {
      const found = new Set(await findAfterPowerFailure(directory, log, data));
      assert.equal(
        [...acknowledged].filter((id) => !found.has(id)),
        [],
      );
    }
  };
  const { store } = openOnDisk(async (file, sync) => {
    const isMoving = file === 'data';
    if (isMoving || moves > 0) await check();
    if (isMoving) moves++;
    await sync();
    synced[file] = readFile(file === 'data' ? 'slipway.db' : 'slipway.db-wal');
  }, directory);
  for (let at = 0; at < 10; at++) acknowledged.add(await create(store, `large-${at}`, 1024 * 1024));
  await store.close();
  assert.is(moves, 1);
  assert.ok(checks >= 3, `${checks} checks`);
});

test.run();
