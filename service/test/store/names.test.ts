/** Searches by a part of the name find what reading every name finds, with any part of the names indexed. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { hasUnindexedNamesSql, indexNamesSql } from '../../src/store/names/index-names.ts';
import { openMemory } from '../../src/store/sqlite/open-directory.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { RecordFilter, RecordOrder } from '../../src/store/record-filter.ts';
import type { Store } from '../../src/store/store.ts';
import { startPostgres } from '@slipway/test-support/postgres';
import { runs } from '@slipway/test-support/scale';
import { numbers } from '@slipway/test-support/seed';
import { toSchema5 } from './conformance/former-schema.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { skipWithReason } from '@slipway/test-support/skip';

const names = suite('searches by name');
const server = await startPostgres();
const words = ['web', 'API', 'Straße', 'ΣΟΦΟΣ', 'a"b', '100%', 'x_y', '\\d', 'é', 'billing', '雲の上'];
const searches = [
  'web',
  'WEB-',
  'ß',
  'aß',
  'σοφος',
  'a"b',
  '%',
  '0%-',
  'x_y',
  '\\d',
  'ing-web',
  'b',
  '雲の',
  '雲の上',
  'none',
  '-',
  'we_',
  'É-1',
];

interface World {
  readonly store: Store;
  /** Names of `workspaces` in `acme` by ID, in the order of insertion. */
  readonly known: Map<string, string>;
}

const expectSearch = async ({ store, known }: World, filter: Partial<RecordFilter>, has: (folded: string) => boolean): Promise<void> => {
  const expected = [...known].filter(([, name]) => has(name.toLowerCase().replaceAll('ς', 'σ'))).map(([id]) => id);
  const list = (options: { readonly offset: number; readonly limit: number; readonly order?: RecordOrder }) =>
    store.read((view) => view.list({ kind: 'workspaces', scope: 'acme', ...filter }, options));
  const page = await list({ offset: 0, limit: 5 });
  assert.equal(
    page.records.map(({ id }) => id),
    expected.slice(0, 5),
    JSON.stringify(filter),
  );
  assert.is(page.total, expected.length, JSON.stringify(filter));
  const last = await list({ offset: 3, limit: 5, order: { by: 'seq', descending: true } });
  assert.equal(
    last.records.map(({ id }) => id),
    expected.toReversed().slice(3, 8),
    JSON.stringify(filter),
  );
};

const searchAll = async (world: World): Promise<void> => {
  for (const text of searches) {
    const folded = text.toLowerCase().replaceAll('ς', 'σ');
    await expectSearch(world, { nameContains: text }, (name) => name.includes(folded));
    await expectSearch(world, { nameLike: `${text}*` }, (name) => name.startsWith(folded));
    await expectSearch(world, { nameLike: `*${text}*` }, (name) => name.includes(folded));
  }
};

/** Units of a few records each, among them renames, deletions and what is undone. */
const changeNames = async ({ store, known }: World, units: number, draw: (below: number) => number): Promise<void> => {
  const invent = (): string => [words[draw(words.length)], words[draw(words.length)], draw(20)].join('-');
  for (let unit = 0; unit < units; unit++) {
    const undone = draw(10) === 0;
    const next = new Map(known);
    const work = store.write(async (tx) => {
      for (let at = 0; at < 8; at++) {
        const [id, name] = [`ws-${next.size}-${draw(1e9)}`, invent()];
        await tx.insert({ id, kind: 'workspaces', scope: draw(8) === 0 ? 'globex' : 'acme', key: id, name, body: null });
        if ((await tx.get('workspaces', id))!.scope === 'acme') next.set(id, name);
      }
      const [renamed, deleted] = [[...next.keys()][draw(next.size)], [...next.keys()][draw(next.size)]];
      if (renamed !== undefined) {
        const name = invent();
        await tx.update((await tx.get('workspaces', renamed))!, { body: null, name });
        next.set(renamed, name);
      }
      if (deleted !== undefined) {
        await tx.delete('workspaces', deleted);
        next.delete(deleted);
      }
      if (undone) throw new Error('undone');
    });
    await work.then(
      () => {
        known.clear();
        for (const [id, name] of next) known.set(id, name);
      },
      (error: Error) => assert.is(error.message, 'undone'),
    );
  }
};

const test = (engine: string, open: () => Promise<Store | string>): void => {
  const run = typeof server === 'string' && engine === 'PostgreSQL' ? skipWithReason(names, server) : names;
  run(`on ${engine}`, async () => {
    const store = await open();
    if (typeof store === 'string') return;
    const world: World = { store, known: new Map() };
    const draw = numbers();
    for (let round = 0; round < runs(2, 20); round++) {
      await changeNames(world, 40, draw);
      // Some are indexed by now, those that come next are not.
      await sleep(300);
      await changeNames(world, 5, draw);
      await searchAll(world);
    }
    await store.close();
  });
};
test('SQLite', async () => openSqlite({ memory: true }));
test('PostgreSQL', async () => (typeof server === 'string' ? server : openPostgres(await server.database('names'))));

names('all that one transaction inserted are in the index some moments later, and a search reads no other name', async () => {
  const folder = join(temporaryFolder(), 'data');
  const store = openSqlite({ directory: folder });
  await store.write(async (tx) => {
    for (let at = 0; at < 2500; at++)
      await tx.insert({ id: `ws-${at}`, kind: 'workspaces', scope: 'acme', key: `ws-${at}`, name: `web-${at}`, body: null });
  });
  await sleep(1500);
  await store.close();
  const file = new Database(join(folder, 'slipway.db'));
  assert.is((file.prepare('select count(*) as indexed from record_names').get() as { indexed: number }).indexed, 2500);
  file.close();
});

names('what is not indexed yet is found without reading the names that are', () => {
  const { connection } = openMemory();
  for (const sql of [hasUnindexedNamesSql, indexNamesSql]) {
    const plan = connection.query(`explain query plan ${sql}`).map(({ detail }) => detail as string);
    assert.ok(
      plan.some((step) => step.startsWith('SEARCH records USING INDEX records_named (')),
      plan.join('\n'),
    );
  }
  connection.close();
});

names('of a data folder of an older release', async () => {
  const folder = join(temporaryFolder(), 'data');
  const world: World = { store: openSqlite({ directory: folder }), known: new Map() };
  await changeNames(world, 10, numbers());
  await world.store.close();
  const file = new Database(join(folder, 'slipway.db'));
  file.exec(`update meta set value = '5' where key = 'schema'; ${toSchema5}`);
  file.close();
  const store = openSqlite({ directory: folder });
  await searchAll({ ...world, store });
  await store.close();
});

names.after(async () => {
  if (typeof server !== 'string') await server.stop();
});
names.run();
