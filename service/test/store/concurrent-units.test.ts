/** Units of one commit on PostgreSQL that run at the same time, where that makes no difference. */
import * as assert from 'uvu/assert';
import { DuplicateKey, type Store, type Transaction } from '../../src/store/store.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { createDraft } from './conformance/new-record.ts';
import { plant, suiteOnPostgres, together } from './postgres-bench.ts';
import { fc } from '@slipway/test-support/seed';

const { test, run } = await suiteOnPostgres('concurrent units');

const countSelects = (statements: readonly string[]): number =>
  statements.filter((sql) => sql.startsWith('select') && /"?(records|links)"?/.test(sql)).length;
const plantItems = (store: Store, ids: readonly string[]): Promise<void> =>
  store.write(async (tx) => {
    for (const id of ids) await tx.insert(createDraft(id, { body: 0 }));
  });
const names = Array.from({ length: 20 }, (_, at) => `ws-${String(at).padStart(2, '0')}`);

test('look-ups of twenty units are one statement of each kind, again after their answers', async ({ store, statements }) => {
  await plantItems(store, names);
  await store.write(async (tx) => {
    for (const name of names) await tx.link('project', name, `prj-${name}`);
  });
  statements.length = 0;
  const works = names.map((name) => async (tx: Transaction) => {
    const [record, links] = await Promise.all([tx.getByKey('workspaces', 'acme', name), tx.listLinks('project', { from: name })]);
    const [project, others] = await Promise.all([tx.get('projects', links[0]!.to), tx.getMany('workspaces', [name, 'none'])]);
    return [record?.id, project, others.length];
  });
  assert.equal(
    await together(store, works),
    names.map((name) => [name, undefined, 1]),
  );
  assert.is(countSelects(statements), 3);
});

test('none misses what another one wrote', async ({ store }) => {
  await plantItems(store, ['counter']);
  const add = async (tx: Transaction): Promise<number> => {
    const { body, ...record } = (await tx.get<number>('workspaces', 'counter'))!;
    return (await tx.update({ body, ...record }, { body: body + 1 })).body;
  };
  const counts = (await together(
    store,
    Array.from({ length: 20 }, () => add),
  )) as number[];
  assert.equal(
    counts.toSorted((one, other) => one - other),
    Array.from({ length: 20 }, (_, at) => at + 1),
  );
});

test('of two that each decide on what the other one writes, the second sees the first', async ({ store }) => {
  await plantItems(store, ['a', 'b']);
  const take = (own: string, other: string) => async (tx: Transaction) => {
    if ((await tx.listLinks('on-call', { from: other })).length > 0) return `${other} is there`;
    await tx.link('on-call', own, 'rota');
    return own;
  };
  assert.equal(await together(store, [take('a', 'b'), take('b', 'a')]), ['a', 'a is there']);
});

test('who makes the same record, or the same link, does it after the others', async ({ store }) => {
  await plantItems(store, ['a']);
  const [first, second, ...links] = await together(store, [
    async (tx) => (await tx.insert(createDraft('one', { key: 'same' }))).id,
    async (tx) => (await tx.insert(createDraft('two', { key: 'same' }))).id,
    async (tx) => tx.link('tags', 'a', 'same', 1),
    async (tx) => tx.unlink('tags', 'a', 'same'),
    async (tx) => tx.link('tags', 'a', 'same', 2),
  ]);
  assert.is(first, 'one');
  assert.instance(second, DuplicateKey);
  assert.equal(links, [undefined, undefined, undefined]);
  assert.equal(await store.read((view) => view.listLinks('tags', { from: 'a' })), [{ kind: 'tags', from: 'a', to: 'same', note: 2 }]);
});

test('who asks for more than look-ups, or for what it wrote, has its answers, whatever it makes of errors', async ({ store }) => {
  await plantItems(store, ['a', 'b', 'c']);
  const outcomes = await together(store, [
    async (tx) => (await tx.list({ kind: 'workspaces' })).total,
    async (tx) => {
      const total = await tx.count({ kind: 'workspaces' }).catch(() => 'an error');
      return ['total', total];
    },
    async (tx) => {
      await tx.update((await tx.get('workspaces', 'b'))!, { body: 7 });
      return (await tx.get('workspaces', 'b'))!.body;
    },
    async (tx) => {
      await tx.update((await tx.get('workspaces', 'c'))!, { body: 7, key: 'd' });
      return (await tx.getByKey('workspaces', 'acme', 'd'))?.id;
    },
    async (tx) => {
      await tx.delete('workspaces', 'a');
      return tx.get('workspaces', 'a');
    },
  ]);
  assert.equal(outcomes, [3, ['total', 3], 7, 'c', undefined]);
});

test('who is refused is refused, and the others are kept', async ({ store, statements }) => {
  await plantItems(store, names);
  statements.length = 0;
  const works = names.map((name, at) => async (tx: Transaction) => {
    const record = (await tx.get('workspaces', name))!;
    if (at % 2 === 0) throw new Error(`no ${name}`);
    return (await tx.update(record, { body: at })).version;
  });
  const outcomes = await together(store, works);
  assert.equal(
    outcomes.map((one) => (one instanceof Error ? one.message : one)),
    names.map((name, at) => (at % 2 === 0 ? `no ${name}` : 2)),
  );
  assert.is(countSelects(statements), 1);
});

test('what units insert together is sent once it is much, and not with the commit alone', async ({ store }) => {
  const countInserts = () => store.listStatements().find(({ kind }) => kind === 'insert')!.count;
  const before = countInserts();
  const insert300 = (unit: string) => async (tx: Transaction) => {
    for (let at = 0; at < 300; at++) await tx.insert(createDraft(`${unit}-${at}`));
  };
  await together(store, ['a', 'b', 'c', 'd'].map(insert300));
  assert.is(countInserts() - before, 2);
  assert.is(await store.read((view) => view.count({ kind: 'workspaces' })), 1200);
});

test('after a turn that had to run again one by one, eight turns run so at once', async ({ store, statements }) => {
  await plantItems(store, names);
  const ask = async (tx: Transaction) => {
    await tx.get('workspaces', 'ws-00');
    return (await tx.list({ kind: 'workspaces' })).total;
  };
  const counts = [];
  for (let at = 0; at < 10; at++) {
    statements.length = 0;
    await together(store, [ask, ask, ask]);
    counts.push(countSelects(statements));
  }
  // What a unit has looked up, those after it know.
  assert.equal(counts, [5, 4, 4, 4, 4, 4, 4, 4, 4, 5]);
});

const createSignal = () => {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
};

test('those who join a group find what its units wrote before them, beside others or by themselves', async ({ url, store }) => {
  await plant(store, 0);
  const other = await openPostgres({ url });
  const [isHeld, isReleased, hasBegun] = [createSignal(), createSignal(), createSignal()];
  const holding = other.write(
    async (tx) => {
      await tx.count({ kind: 'none' });
      isHeld.give();
      await isReleased.given;
    },
    ['acme'],
  );
  await isHeld.given;
  const findOrganization = (tx: Transaction) => tx.getByKey<number>('organizations', '', 'acme');
  const first = together(store, [
    async (tx) => {
      hasBegun.give();
      const found = await findOrganization(tx);
      await tx.insert(createDraft('one'));
      return found?.body;
    },
  ]);
  await hasBegun.given;
  const joined = together(store, [
    async (tx) => (await tx.get('workspaces', 'one'))?.id,
    async (tx) => (await tx.update((await findOrganization(tx))!, { body: 2 })).version,
    async (tx) => [await tx.count({ kind: 'workspaces' }), (await findOrganization(tx))?.body],
  ]);
  isReleased.give();
  await holding;
  assert.equal([...(await first), ...(await joined)], [1, 'one', 2, [1, 2]]);
  await other.close();
});

interface Plan {
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  readonly counts: boolean;
}
interface Seen {
  readonly read: readonly (readonly [item: number, version: number])[];
  readonly wrote: readonly (readonly [item: number, version: number])[];
}

/** Who came before whom: who wrote a version before those that read it or wrote the next one, and these before who wrote the next one. */
const findOrder = (all: readonly Seen[]): readonly (readonly [number, number])[] => {
  const writer = new Map(all.flatMap(({ wrote }, unit) => wrote.map(([item, version]) => [`${item}@${version}`, unit] as const)));
  return all.flatMap(({ read, wrote }, unit) =>
    [...read, ...wrote.map(([item, version]) => [item, version - 1] as const)].flatMap(([item, version]) => {
      const [before, after] = [writer.get(`${item}@${version}`), writer.get(`${item}@${version + 1}`)];
      return [...(before === undefined ? [] : [[before, unit] as const]), ...(after === undefined ? [] : [[unit, after] as const])];
    }),
  );
};

const isOrdered = (count: number, pairs: readonly (readonly [number, number])[]): boolean => {
  let left = pairs.filter(([one, other]) => one !== other);
  let units = new Set(Array.from({ length: count }, (_, at) => at));
  for (;;) {
    const blocked = new Set(left.map(([, after]) => after));
    const free = [...units].filter((unit) => !blocked.has(unit));
    if (free.length === 0) return units.size === 0;
    units = new Set([...units].filter((unit) => blocked.has(unit)));
    left = left.filter(([before]) => units.has(before));
  }
};

const item = fc.nat(4);
const plan: fc.Arbitrary<Plan> = fc.record({
  reads: fc.uniqueArray(item, { maxLength: 3 }),
  writes: fc.uniqueArray(item, { maxLength: 2 }),
  counts: fc.boolean(),
});

const perform =
  ({ reads, writes, counts }: Plan) =>
  async (tx: Transaction): Promise<Seen> => {
    if (counts) await tx.count({ kind: 'none' });
    const ids = (items: readonly number[]) => items.map((one) => `item-${one}`);
    const seen = await Promise.all(ids(reads).map((id) => tx.get('workspaces', id)));
    const wrote = [];
    for (const id of ids(writes)) wrote.push(await tx.update((await tx.getByKey('workspaces', 'acme', id))!, { body: 1 }));
    return {
      read: seen.map((record, at) => [reads[at]!, record!.version] as const),
      wrote: wrote.map(({ version }, at) => [writes[at]!, version] as const),
    };
  };

test('whatever units read and write, each did as if all had come one after the other', async ({ store }) => {
  await plantItems(store, ['item-0', 'item-1', 'item-2', 'item-3', 'item-4']);
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 2, maxLength: 24 }), async (plans) => {
      const outcomes = await together(store, plans.map(perform));
      for (const outcome of outcomes) if (outcome instanceof Error) throw outcome;
      assert.ok(isOrdered(plans.length, findOrder(outcomes as Seen[])), JSON.stringify(outcomes));
    }),
  );
});

run();
