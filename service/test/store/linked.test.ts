/** Filters by links find what comparing each record with its links finds, for every way in which the store reads them. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { LinkFilter, RecordOrder } from '../../src/store/record-filter.ts';
import type { Store } from '../../src/store/store.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { startPostgres } from '@slipway/test-support/postgres';
import { runs } from '@slipway/test-support/scale';
import { numbers } from '@slipway/test-support/seed';

const linked = suite('filters by links');
const server = await startPostgres();
type Draw = (below: number) => number;

interface Known {
  readonly id: string;
  readonly name: string;
  /** `kind target` */
  readonly links: ReadonlySet<string>;
}

/** 3,000 workspaces of `acme` and 200 of `globex`: half have `tag-0`, a few `tag-9`; kinds `a` and `b`. */
const plant = async (store: Store, draw: Draw): Promise<Known[]> => {
  const known: Known[] = [];
  await store.write(async (tx) => {
    for (let at = 0; at < 3200; at++) {
      const [id, name, scope] = [`ws-${at}`, `name-${draw(1000)}-${at}`, at % 16 === 0 ? 'globex' : 'acme'];
      await tx.insert({ id, kind: 'workspaces', scope, key: id, name, body: { even: at % 2 === 0 } });
      const links = new Set<string>();
      for (const [kind, tag] of ['a', 'b'].flatMap((each) => [0, 1, 5, 9].map((number) => [each, number] as const)))
        if (draw(tag * tag * 2 + 2) === 0) {
          links.add(`${kind} tag-${tag}`);
          await tx.link(kind, id, `tag-${tag}`);
        }
      if (scope === 'acme') known.push({ id, name, links });
    }
  });
  return known;
};

/** Some of `acme`, of `globex` (each 16th) and of nobody. */
const drawIds = (draw: Draw): readonly string[] => Array.from({ length: draw(3) * 20 }, () => `ws-${draw(3300)}`);

/** One or two targets, or ten, of which eight are nothing's. */
const drawLink = (draw: Draw): LinkFilter => ({
  kind: [['a'], ['b'], ['a', 'b']][draw(3)]!,
  self: 'from',
  other: [
    ...Array.from({ length: 1 + draw(2) }, () => `tag-${[0, 1, 5, 9, 77][draw(5)]!}`),
    ...(draw(3) === 0 ? Array.from({ length: 8 }, (_, at) => `tag-${100 + at}`) : []),
  ],
  ...[{}, { not: true }, { orIds: drawIds(draw) }][draw(3)],
});

const has = ({ id, links }: Known, { kind, other = [], not = false, orIds = [] }: LinkFilter): boolean =>
  orIds.includes(id) || [kind].flat().some((each) => other.some((target) => links.has(`${each} ${target}`))) !== not;

const orders: readonly (RecordOrder | undefined)[] = [
  undefined,
  { by: 'seq', descending: true },
  { by: 'name' },
  { by: 'name', descending: true },
];

const inOrder = (found: readonly Known[], order: RecordOrder | undefined): readonly Known[] => {
  const sorted = order?.by === 'name' ? found.toSorted((one, two) => (one.name < two.name ? -1 : 1)) : [...found];
  return order?.descending ? sorted.reverse() : sorted;
};

const compare = async (store: Store, known: readonly Known[], draw: Draw): Promise<void> => {
  const filters = Array.from({ length: 1 + draw(3) }, () => drawLink(draw));
  const part = draw(3) === 0 ? `-${draw(10)}` : undefined;
  const order = orders[draw(orders.length)];
  const offset = [0, 5, 400][draw(3)]!;
  const found = known.filter((one) => filters.every((filter) => has(one, filter)) && (part === undefined || one.name.includes(part)));
  const filter = { kind: 'workspaces', scope: 'acme', linked: filters, ...(part === undefined ? {} : { nameContains: part }) };
  const page = await store.read((view) => view.list(filter, { offset, limit: 7, ...(order ? { order } : {}) }));
  const expected = inOrder(found, order).slice(offset, offset + 7);
  const told = JSON.stringify({ filter, order, offset });
  assert.equal(
    page.records.map(({ id }) => id),
    expected.map(({ id }) => id),
    told,
  );
  assert.is(await store.read((view) => view.count(filter)), found.length, told);
  if (expected.length > 0) assert.is(page.total, found.length, told);
};

const test = (engine: string, open: () => Promise<Store | string>): void => {
  const run = typeof server === 'string' && engine === 'PostgreSQL' ? skipWithReason(linked, server) : linked;
  run(`on ${engine}`, async () => {
    const store = await open();
    if (typeof store === 'string') return;
    const draw = numbers();
    const known = await plant(store, draw);
    const copy = async (): Promise<unknown> => {
      await store.write((tx) => tx.archive.saveSnapshot('all', '2026-11-23T12:00:00.000Z'));
      return store.write((tx) => tx.archive.restoreSnapshot('all'));
    };
    // PostgreSQL plans by what it knows of the tables: here, nothing but what a restored copy tells it.
    await copy();
    for (let at = 0; at < runs(150, 2000); at++) await compare(store, known, draw);
    // What is deleted is found by none of its links, and a copy of all finds what the original finds.
    const gone = new Set(['ws-1', 'ws-2', 'ws-3']);
    await store.write(async (tx) => {
      for (const id of gone) await tx.delete('workspaces', id);
    });
    await copy();
    const left = known.filter(({ id }) => !gone.has(id));
    for (let at = 0; at < runs(30, 400); at++) await compare(store, left, draw);
    await store.close();
  });
};
test('SQLite', async () => openSqlite({ memory: true }));
test('PostgreSQL', async () => (typeof server === 'string' ? server : openPostgres(await server.database('linked'))));

linked.after(async () => {
  if (typeof server !== 'string') await server.stop();
});
linked.run();
