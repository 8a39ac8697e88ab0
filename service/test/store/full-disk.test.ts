import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { StorageFull } from '../../src/store/failures.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { Store } from '../../src/store/store.ts';
import { skipWithReason } from '@slipway/test-support/skip';

const disk = mkdtempSync(join(tmpdir(), 'slipway-disk-'));
const mounted = (() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'none', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
process.on('exit', () => {
  if (mounted) execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

const all = suite('store in SQLite full disk');
const test = mounted ? all : skipWithReason(all, 'no small disk: mounting one needs root');

const create = (store: Store, id: string, size = 4000) =>
  store.write((tx) => tx.insert({ id, kind: 'workspaces', scope: '', key: id, name: id, body: 'x'.repeat(size) }));

test(
  'a write that does not fit is StorageFull; acknowledged ones stay, small ones and reads go on, and all is well with ' + 'more room',
  async () => {
    const directory = join(disk, 'data');
    const ballast = join(disk, 'ballast');
    const store = openSqlite({ directory });
    writeFileSync(ballast, Buffer.alloc(1_000_000));
    const kept: string[] = [];
    let refusal: unknown;
    for (let at = 0; at < 2000 && !refusal; at++) {
      const ids = Array.from({ length: 8 }, (_, lane) => `w-${at}-${lane}`);
      const ends = await Promise.allSettled(ids.map((id) => create(store, id)));
      ends.forEach((end, lane) => {
        if (end.status === 'fulfilled') kept.push(ids[lane]!);
        else refusal = end.reason;
      });
    }
    assert.instance(refusal, StorageFull);
    assert.is((refusal as Error).message, `no space left in ${directory}: free some and send the request again; nothing was lost`);
    assert.ok(kept.length > 50, `${kept.length} fitted`);

    const present = () => store.read(async (view) => (await view.list({ kind: 'workspaces' })).records.map(({ id }) => id).sort());
    assert.equal(await present(), [...kept].sort(), 'exactly the acknowledged ones');

    // One that is far too large between two that fit does not take them with it.
    rmSync(ballast);
    const ends = await Promise.allSettled([create(store, 'small-1', 10), create(store, 'huge', 5_000_000), create(store, 'small-2', 10)]);
    assert.equal(
      ends.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.instance((ends[1] as PromiseRejectedResult).reason, StorageFull);

    execFileSync('mount', ['-o', 'remount,size=40m', disk]);
    await create(store, 'later');
    await store.close();

    const again = openSqlite({ directory });
    const found = await again.read(async (view) => (await view.list({ kind: 'workspaces' })).records.map(({ id }) => id).sort());
    await again.close();
    assert.equal(found, [...kept, 'small-1', 'small-2', 'later'].sort());
  },
);

test('a disk that is full from the start is StorageFull too', () => {
  const ballast = join(disk, 'ballast');
  try {
    writeFileSync(ballast, Buffer.alloc(41_000_000));
  } catch {
    /* as much as fits */
  }
  try {
    openSqlite({ directory: join(disk, 'new') });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, StorageFull);
  }
  rmSync(ballast);
});

all.run();
