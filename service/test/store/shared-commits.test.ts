/** Units of one commit on PostgreSQL share what they looked up. */
import * as assert from 'uvu/assert';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import type { ReadTransaction } from '../../src/store/store.ts';
import { createDraft } from './conformance/new-record.ts';
import { plant, suiteOnPostgres } from './postgres-bench.ts';

const { test, run } = await suiteOnPostgres('units that share a commit');

/** Who asks for more than look-ups runs by itself, after those who do not (concurrent-units.test.ts). */
const stepAside = (tx: ReadTransaction): Promise<number> => tx.count({ kind: 'none' });
const countLookups = (statements: readonly string[]): number =>
  statements.filter((sql) => sql.startsWith('select') && sql.includes('"records"') && !sql.includes('count(')).length;

test('units that share a commit look up their organization once, and see what those before them made of it', async ({
  store,
  statements,
}) => {
  await plant(store, 1);
  statements.length = 0;
  const look = () =>
    store.write(
      async (tx) => {
        await stepAside(tx);
        return (await tx.getByKey<number>('organizations', '', 'acme'))?.body;
      },
      ['acme'],
    );
  const change = (body: number, fails = false) =>
    store.write(
      async (tx) => {
        await stepAside(tx);
        const organization = (await tx.getByKey<number>('organizations', '', 'acme'))!;
        await tx.update(organization, { body });
        const seen = (await tx.getByKey<number>('organizations', '', 'acme'))?.body;
        if (fails) throw new Error(`refused at ${seen}`);
        return seen;
      },
      ['acme'],
    );
  const outcomes = await Promise.allSettled([look(), look(), change(2, true), look(), look(), change(3), look(), look()]);
  assert.equal(
    outcomes.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message)),
    [1, 1, 'refused at 2', 1, 1, 3, 3, 3],
  );
  // The first of them together, then one, and again after each change.
  assert.is(countLookups(statements), 5);
  assert.is(statements.filter((sql) => sql.startsWith('commit')).length, 1);
});

test('units that come while their group waits for another process join it', async ({ url, store, statements }) => {
  const other = await openPostgres({ url });
  let [letGo, began] = [(): void => {}, (): void => {}];
  const isHeld = new Promise<void>((resolve) => (began = resolve));
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const holding = other.write(
    async (tx) => {
      await tx.count({ kind: 'workspaces' });
      began();
      await held;
    },
    ['acme'],
  );
  await isHeld;
  statements.length = 0;
  const insert = (id: string) => store.write((tx) => tx.insert(createDraft(id)), ['acme']);
  const first = insert('one');
  // A read of this process takes longer than the group takes to begin.
  await store.read((view) => view.count({ kind: 'workspaces' }));
  const all = Promise.all([first, insert('two'), insert('three')]);
  await store.read((view) => view.count({ kind: 'workspaces' }));
  letGo();
  await Promise.all([all, holding]);
  assert.is(statements.filter((sql) => sql.startsWith('commit')).length, 1);
  assert.is(await store.read((view) => view.count({ kind: 'workspaces' })), 3);
  await other.close();
});

test('what no lock of theirs guards, each of them looks up', async ({ store, statements }) => {
  await store.write((tx) => tx.insert(createDraft('user-1', { kind: 'users', scope: '', body: 1 })));
  statements.length = 0;
  const look = () =>
    store.write(
      async (tx) => {
        await stepAside(tx);
        return tx.get('users', 'user-1');
      },
      ['acme'],
    );
  await Promise.all([look(), look(), look()]);
  assert.is(countLookups(statements), 3);
});

run();
