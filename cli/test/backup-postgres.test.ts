// watchdog: 240 s
/** `slipway backup` and `slipway restore` over PostgreSQL, and from one engine to the other. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBackup } from '../src/backup/create-backup.ts';
import { restoreStore } from '../src/backup/restore-store.ts';
import { openStore } from '@slipway/service/store/open-store';
import type { Store } from '@slipway/service/store/store';
import { startPostgres } from '@slipway/test-support/postgres';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway backup and restore over PostgreSQL');
const server = await startPostgres();
const on = typeof server === 'string' ? skipWithReason(test, server) : test;
const database = async (name: string): Promise<string> => (typeof server === 'string' ? '' : (await server.database(name)).url);

const masterKey = { value: Buffer.alloc(32, 7).toString('base64') };
const writeKey = (byte: number): string => {
  const file = join(temporaryFolder(), 'key');
  writeFileSync(file, Buffer.alloc(32, byte).toString('base64'), { mode: 0o600 });
  return file;
};
const using = async <T>(address: string, work: (store: Store) => Promise<T>): Promise<T> => {
  const store = await openStore(address, { masterKey });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
};

const fill = (store: Store, count: number): Promise<void> =>
  store.write(async (tx) => {
    await tx.insert({ id: 'org-1', kind: 'organizations', scope: '', key: 'acme', name: 'acme', body: { email: 'ü\u2028' } });
    for (let at = 0; at < count; at++) {
      const body = { name: `key-${at}`, value: `canary-${at}`, numbers: [1, 2.5, null] };
      await tx.insert({ id: `sshkey-${at}`, kind: 'ssh-keys', scope: 'org-1', key: `key-${at}`, name: `key-${at}`, body });
      await tx.link('t', 'org-1', `sshkey-${at}`, { at });
    }
    await tx.archive.saveSnapshot('before', '2026-01-01T00:00:00.000Z');
  });
/** Everything, with its secrets opened. */
const readAll = (store: Store) =>
  store.read(async (view) => ({
    records: (await view.list({ kind: 'ssh-keys' })).records.map(({ id, seq, version, body }) => [id, seq, version, JSON.stringify(body)]),
    links: (await view.listLinks('t', { from: 'org-1' })).map(({ to, note }) => [to, note]),
    snapshots: await view.archive.listSnapshots(),
    organizations: await view.count({ kind: 'organizations' }),
  }));

on('a database comes back whole in another one and in a folder, and a folder in a database', async () => {
  const [first, second, third] = [await database('backup_first'), await database('backup_second'), await database('backup_third')];
  const [out, key] = [temporaryFolder(), writeKey(7)];
  const options = { masterKeyFile: key };
  const before = await using(first, async (store) => {
    await fill(store, 700);
    return readAll(store);
  });
  assert.is(before.records.length, 700);
  const [file, again] = [join(out, 'database.backup'), join(out, 'folder.backup')];
  await createBackup(file, { postgres: first, ...options });
  const address = new URL(second);
  assert.is(
    await restoreStore(file, { postgres: second, ...options }),
    `Restored 1404 rows into PostgreSQL at ${address.hostname}:${address.port}/backup_second.`,
  );
  assert.equal(await using(second, readAll), before);
  const folder = join(out, 'folder');
  await restoreStore(file, { data: folder, ...options });
  assert.equal(await using(folder, readAll), before);
  await createBackup(again, { data: folder, ...options });
  await restoreStore(again, { postgres: third, ...options });
  assert.equal(await using(third, readAll), before);
  // What is made afterwards is numbered after what was restored.
  const { seq } = await using(third, (store) =>
    store.write((tx) => tx.insert({ id: 'x', kind: 'ssh-keys', scope: 'org-1', key: 'x', name: 'x', body: {} })),
  );
  assert.ok(seq > (before.records.at(-1)![1] as number));
});

on('a database with organizations and another master key are refused, and nothing is written', async () => {
  const [full, empty] = [await database('backup_full'), await database('backup_empty')];
  const file = join(temporaryFolder(), 'backup');
  const before = await using(full, async (store) => {
    await fill(store, 3);
    return readAll(store);
  });
  await createBackup(file, { postgres: full, masterKeyFile: writeKey(7) });
  const refuse = async (options: Parameters<typeof restoreStore>[1]): Promise<string> =>
    restoreStore(file, options).then(
      () => 'restored',
      (error: Error) => error.message,
    );
  assert.is(await refuse({ postgres: full, masterKeyFile: writeKey(7) }), 'the store has organizations: restore into an empty one');
  assert.equal(await using(full, readAll), before);
  assert.match(await refuse({ postgres: empty, masterKeyFile: writeKey(8) }), 'the backup is sealed with another master key');
  const store = await openStore(empty, { masterKey: { value: Buffer.alloc(32, 8).toString('base64') } });
  assert.equal(await readAll(store), { records: [], links: [], snapshots: [], organizations: 0 });
  await store.close();
});

on('killed while it restores, it leaves an empty database, into which the backup goes the next time', async () => {
  const [first, second] = [await database('backup_kill_first'), await database('backup_kill_second')];
  const [file, key] = [join(temporaryFolder(), 'backup'), writeKey(7)];
  const before = await using(first, async (store) => {
    await fill(store, 3000);
    return readAll(store);
  });
  await createBackup(file, { postgres: first, masterKeyFile: key });
  assert.ok(existsSync(file));
  const program = join(import.meta.dirname, '../bin/slipway.cjs');
  const args = ['restore', file, '--postgres', second, '--master-key-file', key];
  for (const milliseconds of [300, 450, 600]) {
    const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore' });
    const closed = once(child, 'close');
    await pause(milliseconds);
    child.kill('SIGKILL');
    await closed;
    const left = await using(second, (store) => store.read((view) => view.count({ kind: 'organizations' })));
    if (left > 0) {
      assert.equal(await using(second, readAll), before);
      return;
    }
    assert.equal(await using(second, async (store) => (await readAll(store)).records), []);
  }
  await restoreStore(file, { postgres: second, masterKeyFile: key });
  assert.equal(await using(second, readAll), before);
});

test.after(async () => {
  if (typeof server !== 'string') await server.stop();
});
test.run();
