/** Random sequences of operations end the same in SQLite, in PostgreSQL and in a model of a few lines. */
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { RecordFilter, RecordOrder } from '../../src/store/record-filter.ts';
import { DuplicateKey, type StoredRecord, type Store, type Transaction } from '../../src/store/store.ts';
import { startPostgres } from '@slipway/test-support/postgres';
import { skipWithReason } from '@slipway/test-support/skip';
import { deleted, inserted, linked, listed, unlinked, updated, type Model } from './conformance/model.ts';

const some = <T>(...values: T[]) => fc.constantFrom(...values);
const kind = some('workspaces', 'workspaces', 'workspaces', 'projects'),
  edge = some('t', 'u');
const scope = some('', 'acme', 'Ünï'),
  id = some('a', 'b', 'c', 'd', 'e', 'f'),
  key = some('k', 'K', 'l', 'é', '%'),
  ids = fc.array(id, { maxLength: 3 });
const name = fc.oneof(
  some('Net', 'net-eu', 'ΟΔΟΣ', 'οδοσ', 'a_b%', '\\', ''),
  fc.string({ unit: some('a', 'B', '%', '_', '\\', 'É', 'ς', '*', '😀'), maxLength: 5 }),
);
const flat = fc.oneof(
  some<string | number | boolean | null>(null, true, false, 0, 1, -1.5, 1e21, '', '1', 'true', 'null', '"', 'é', 'B', 'a', '\n'),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string(),
);
const member = fc.oneof({ weight: 9, arbitrary: flat as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: fc.constant([1]) });
const body = fc.oneof(fc.record({ x: member, y: fc.record({ z: member }, { requiredKeys: [] }) }, { requiredKeys: [] }), member);
const path = some('x', 'y', 'y.z', 'x.q');
const linking = fc.record(
  { kind: edge, self: some('from' as const, 'to' as const), other: ids, not: fc.boolean() },
  { requiredKeys: ['kind', 'self'] },
);
const being = fc.record({ path, is: fc.oneof(flat, fc.array(fc.string(), { maxLength: 2 }), fc.constant(['é', 'a', '1'])) });
const filter: fc.Arbitrary<RecordFilter> = fc.record(
  {
    kind,
    scope: fc.oneof(scope, fc.array(scope, { maxLength: 2 })),
    ids,
    keys: fc.array(key, { maxLength: 3 }),
    nameContains: name,
    nameLike: name,
    linked: fc.array(linking, { maxLength: 2 }),
    body: fc.array(being, { maxLength: 1 }),
  },
  { requiredKeys: ['kind'] },
);
const order: fc.Arbitrary<RecordOrder> = fc.record({
  by: fc.oneof(some('seq' as const, 'name' as const), fc.record({ body: path })),
  descending: fc.boolean(),
});

interface Step {
  readonly says: string;
  run(tx: Transaction): Promise<unknown>;
  model(model: Model): unknown;
}
const plain = ({ seq: _seq, ...rest }: StoredRecord) => rest;
const outcome = async (work: Promise<unknown>) => {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof DuplicateKey) return 'KeyTaken';
    throw error;
  }
};

const inserts = fc.record({ id, kind, scope, key, name, body }).map((draft): Step => ({
  says: `insert ${JSON.stringify(draft)}`,
  run: (tx) => outcome(tx.insert(draft)),
  model: (model) => inserted(model, draft),
}));
const updates = fc.tuple(kind, id, fc.record({ body, key, name, scope })).map(([kind, id, next]): Step => ({
  says: `update ${kind} ${id} ${JSON.stringify(next)}`,
  run: async (tx) => {
    const seen = await tx.get(kind, id);
    return seen ? outcome(tx.update(seen, next)) : 'missing';
  },
  model: (model) => updated(model, kind, id, next),
}));
const deletes = fc.tuple(kind, id).map(([kind, id]): Step => ({
  says: `delete ${kind} ${id}`,
  run: (tx) => tx.delete(kind, id),
  model: (model) => deleted(model, kind, id),
}));
const linksUp = fc.tuple(edge, id, id, member, fc.boolean()).map(([kind, from, to, note, asks]): Step => ({
  says: `${asks ? 'addLink' : 'link'} ${kind} ${from} ${to}`,
  run: (tx) => (asks ? tx.addLink(kind, from, to, note) : tx.link(kind, from, to, note)),
  model: (model) => {
    const isNew = linked(model, { kind, from, to, note });
    return asks ? isNew : undefined;
  },
}));
const unlinks = fc.tuple(edge, id, id).map(([kind, from, to]): Step => ({
  says: `unlink ${kind} ${from} ${to}`,
  run: (tx) => tx.unlink(kind, from, to),
  model: (model) => unlinked(model, kind, from, to),
}));
const lists = fc.tuple(filter, order, fc.nat(4), fc.nat(4)).map(([filter, order, offset, limit]): Step => ({
  says: `list ${JSON.stringify({ filter, order, offset, limit })}`,
  run: async (tx) => {
    const { records, total } = await tx.list(filter, { offset, limit, order });
    return { records: records.map(plain), total, count: await tx.count(filter) };
  },
  model: (model) => {
    const all = listed(model, filter, order);
    return { records: all.slice(offset, offset + limit).map(plain), total: all.length, count: all.length };
  },
}));
const asksLinks = fc.tuple(edge, some('from' as const, 'to' as const), ids).map(([kind, side, ends]): Step => ({
  says: `links ${kind} ${side} ${ends.join()}`,
  run: (tx) => tx.listLinks(kind, side === 'from' ? { from: ends } : { to: ends }),
  model: (model) => model.links.filter((link) => link.kind === kind && ends.includes(link[side])),
}));
const step = fc.oneof(
  { weight: 4, arbitrary: inserts },
  { weight: 2, arbitrary: updates },
  deletes,
  { weight: 2, arbitrary: linksUp },
  unlinks,
  { weight: 4, arbitrary: lists },
  asksLinks,
);
/** Units of several steps; some throw at their end and must leave nothing. */
const unit = fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 12, size: 'max' }), fails: fc.nat(3).map((one) => one === 3) });
const units = fc.array(unit, { minLength: 1, maxLength: 8, size: 'max' });

const undo = new Error('undo');
const agree = async (store: Store, history: readonly { readonly steps: readonly Step[]; readonly fails: boolean }[]): Promise<void> => {
  await store.clear();
  let model: Model = { records: [], links: [], seq: 0 };
  for (const { steps, fails } of history) {
    let next = model;
    await store
      .write(async (tx) => {
        // A unit may run more than once.
        next = structuredClone(model);
        for (const one of steps) assert.equal(await one.run(tx), structuredClone(one.model(next)), one.says);
        if (fails) throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    if (!fails) model = next;
  }
  const orders: RecordOrder[] = [{ by: 'seq' }, { by: 'name' }, { by: { body: 'x' }, descending: true }];
  for (const kind of ['workspaces', 'projects']) {
    for (const order of orders) {
      const { records } = await store.read((view) => view.list({ kind }, { offset: 0, limit: 100, order }));
      assert.equal(records.map(plain), structuredClone(listed(model, { kind }, order).map(plain)), JSON.stringify(order));
    }
  }
  for (const kind of ['t', 'u']) {
    const links = await store.read((view) => view.listLinks(kind, { to: ['a', 'b', 'c', 'd', 'e', 'f'] }));
    assert.equal(links, structuredClone(model.links.filter((link) => link.kind === kind)));
  }
};

const test = suite('store agreement with a model');
const histories = runs(100, 10_000);

test('SQLite', async () => {
  const store = openSqlite({ memory: true });
  await fc.assert(
    fc.asyncProperty(units, (history) => agree(store, history)),
    { numRuns: histories },
  );
  await store.close();
});

const server = await startPostgres();
const withPostgres = typeof server === 'string' ? skipWithReason(test, server) : test;
withPostgres('PostgreSQL', async () => {
  if (typeof server === 'string') return;
  const store = await openPostgres(await server.database('agreement'));
  await fc.assert(
    fc.asyncProperty(units, (history) => agree(store, history)),
    { numRuns: histories },
  );
  await store.close();
  await server.stop();
});

test.run();
