/** Deletions on PostgreSQL that are taken for done, and sent as one statement for all units of a commit. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import type { Store, Transaction } from '../../src/store/store.ts';
import { fc } from '@slipway/test-support/seed';
import { createDraft } from './conformance/new-record.ts';
import { suiteOnPostgres, together } from './postgres-bench.ts';

const { test, run } = await suiteOnPostgres('late deletions');

const childKinds = { workspaces: ['runs'], runs: ['logs'] };
/** A workspace, a run of it with a log, and a tag. */
const plantTree = async (tx: Transaction, name: string): Promise<void> => {
  await tx.insert(createDraft(name));
  await tx.insert(createDraft(`run-${name}`, { kind: 'runs', scope: name, key: 'run' }));
  await tx.insert(createDraft(`log-${name}`, { kind: 'logs', scope: `run-${name}`, key: 'log' }));
  await tx.link('tags', name, 'tag');
};
const deleteTree = async (tx: Transaction, name: string): Promise<void> => {
  await tx.deleteMany({ kinds: ['runs'], scopes: [name], childKinds });
  await tx.delete('workspaces', name);
};
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];

test('units that delete trees of records are one statement, after one that finds all of them', async ({ store }) => {
  await store.write(async (tx) => {
    for (const name of [...names, 'kept']) await plantTree(tx, name);
  });
  const counted = () => store.listStatements().map(({ kind, count }) => [kind, count] as const);
  const before = new Map(counted());
  const works = names.map((name) => async (tx: Transaction) => {
    const found = await tx.get('workspaces', name);
    await deleteTree(tx, name);
    return found?.id;
  });
  assert.equal(await together(store, works), names);
  assert.equal(
    counted().map(([kind, count]) => `${kind} ${count - before.get(kind)!}`),
    ['select 1', 'insert 0', 'update 0', 'delete 1', 'transaction 2', 'other 0'],
  );
  const left = await store.read(async (view) => ({
    ids: (await Promise.all(['workspaces', 'runs', 'logs'].map((kind) => view.list({ kind })))).flatMap(({ records }) =>
      records.map(({ id }) => id),
    ),
    links: (await view.listLinks('tags', { to: 'tag' })).map(({ from }) => from),
  }));
  assert.equal(left, { ids: ['kept', 'run-kept', 'log-kept'], links: ['kept'] });
});

test('two of one commit that delete the same: the second finds nothing', async ({ store }) => {
  await store.write((tx) => plantTree(tx, 'a'));
  const remove = async (tx: Transaction): Promise<string> => {
    if (!(await tx.get('workspaces', 'a'))) return 'none';
    await deleteTree(tx, 'a');
    return 'deleted';
  };
  const removeRun = async (tx: Transaction): Promise<string> => {
    if (!(await tx.get('runs', 'run-a'))) return 'no run';
    await tx.delete('runs', 'run-a');
    return 'run deleted';
  };
  const readLog = async (tx: Transaction): Promise<boolean> => (await tx.get('logs', 'log-a')) !== undefined;
  assert.equal(await together(store, [remove, remove, removeRun, readLog]), ['deleted', 'none', 'no run', false]);
});

test('what is written below a record that goes, before or after it in one commit, is not left behind', async ({ store }) => {
  await store.write((tx) => plantTree(tx, 'a'));
  await store.write((tx) => plantTree(tx, 'b'));
  const add = (name: string) => async (tx: Transaction) => {
    if (!(await tx.get('workspaces', name))) return 'gone';
    await tx.insert(createDraft(`more-${name}`, { kind: 'runs', scope: name, key: 'more' }));
    return 'added';
  };
  const remove = (name: string) => async (tx: Transaction) => {
    await tx.get('workspaces', name);
    await deleteTree(tx, name);
    return 'deleted';
  };
  assert.equal(await together(store, [remove('a'), add('a'), add('b'), remove('b')]), ['deleted', 'gone', 'added', 'deleted']);
  assert.is(await store.read((view) => view.count({ kind: 'runs' })), 0);
});

test('who writes without a look where another one deletes, does it before or after, and never in between', async ({ store }) => {
  await store.write((tx) => plantTree(tx, 'a'));
  const remove = async (tx: Transaction) => {
    await tx.get('workspaces', 'a');
    await deleteTree(tx, 'a');
  };
  await together(store, [
    remove,
    async (tx) => void (await tx.insert(createDraft('blind', { kind: 'runs', scope: 'a', key: 'blind' }))),
    (tx) => tx.link('tags', 'a', 'blind'),
  ]);
  assert.is((await store.read((view) => view.get('runs', 'blind')))?.id, 'blind');
  assert.equal(
    (await store.read((view) => view.listLinks('tags', { from: 'a' }))).map(({ to }) => to),
    ['blind'],
  );
});

test('who watches what was below is told of it by every process, and not of kinds of which there was nothing', async ({ url, store }) => {
  const other = await openPostgres({ url });
  const told: string[] = [];
  const listening = new Promise<void>((resolve) => {
    for (const [name, one] of [
      ['own', store],
      ['other', other],
    ] as const)
      for (const kind of ['runs', 'logs', 'plans'])
        one.watch([kind], () => {
          told.push(`${name} ${kind}`);
          // Each connection that listens has everybody notified once.
          if (told.length === 6) resolve();
        });
  });
  await listening;
  await store.write((tx) => plantTree(tx, 'a'));
  const removal = new Promise<void>((resolve) => other.watch(['logs'], () => void (told.length >= 4 && resolve())));
  told.length = 0;
  await store.write((tx) => tx.deleteMany({ kinds: ['runs', 'plans'], scopes: ['a'], childKinds }), ['acme']);
  await Promise.race([removal, sleep(10_000)]);
  assert.equal([...new Set(told)].toSorted(), ['other logs', 'other runs', 'own logs', 'own runs']);
  await other.close();
});

type Step = 'make' | 'remove' | 'add' | 'tag' | 'untag' | 'count';
interface Plan {
  readonly step: Step;
  readonly item: number;
}

/** What it did, if anything. */
const perform =
  ({ step, item }: Plan, id: string) =>
  async (tx: Transaction): Promise<string> => {
    const name = `item-${item}`;
    if (step === 'count') await tx.count({ kind: 'none' });
    const found = await tx.getByKey('workspaces', 'acme', name);
    const tag = await tx.get('tags', 'tag');
    if (step === 'make' && !found) await tx.insert(createDraft(id, { key: name }));
    else if (!found) return 'nothing';
    else if (step === 'remove') await deleteTree(tx, found.id);
    else if (step === 'add') await tx.insert(createDraft(`run-${id}`, { kind: 'runs', scope: found.id, key: id }));
    else if (step === 'untag') await tx.unlink('tags', found.id, 'tag');
    else if (step === 'tag' && tag) await tx.link('tags', found.id, tag.id);
    else return 'nothing';
    return `${step} ${name}`;
  };

const listAll = (store: Store) =>
  store.read(async (view) => ({
    items: (await view.list({ kind: 'workspaces' })).records,
    runs: (await view.list({ kind: 'runs' })).records,
    links: await view.listLinks('tags', { to: 'tag' }),
  }));

const plan: fc.Arbitrary<Plan> = fc.record({
  step: fc.constantFrom<Step>('make', 'remove', 'remove', 'add', 'tag', 'untag', 'count'),
  item: fc.nat(3),
});

test('whatever is made, deleted and linked at the same time, nothing is below or linked to what is gone', async ({ store }) => {
  await store.write((tx) => tx.insert(createDraft('tag', { kind: 'tags', key: 'tag' })));
  let unit = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 2, maxLength: 20 }), async (plans) => {
      const before = await listAll(store);
      const outcomes = await together(
        store,
        plans.map((one) => perform(one, `ws-${unit++}`)),
      );
      for (const outcome of outcomes) if (outcome instanceof Error) throw outcome;
      const { items, runs, links } = await listAll(store);
      const ids = new Set(items.map(({ id }) => id));
      for (const run of runs) assert.ok(ids.has(run.scope), `${run.id} is below nothing`);
      for (const link of links) assert.ok(ids.has(link.from), `${link.from} is linked`);
      for (let item = 0; item < 4; item++) {
        const isThere = (records: typeof items) => Number(records.some(({ key }) => key === `item-${item}`));
        const count = (step: Step) => outcomes.filter((outcome) => outcome === `${step} item-${item}`).length;
        assert.is(isThere(items), isThere(before.items) + count('make') - count('remove'), `item-${item}`);
      }
    }),
  );
});

run();
