/** Units of one commit on SQLite: what they cost while none of them fails, and how one that fails is undone. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { Store, Transaction } from '../../src/store/store.ts';
import { createDraft, listIds } from './conformance/new-record.ts';

const test = suite<{ store: Store; statements: string[] }>('units that share a commit on SQLite');
test.before.each((context) => {
  context.statements = [];
  context.store = openSqlite({ memory: true, observeStatement: (sql) => void context.statements.push(sql) });
});
test.after.each(({ store }) => store.close());

/** Runs units side by side; each inserts a record of its name, or fails. Tells how often each of them ran. */
const runUnits = async (store: Store, units: { readonly [id: string]: 'inserts' | 'inserts and fails' | 'looks and fails' }) => {
  const runs: { [id: string]: number } = {};
  const work = (id: string) => async (tx: Transaction) => {
    runs[id] = (runs[id] ?? 0) + 1;
    if (units[id] === 'looks and fails') await tx.get('workspaces', 'ws-none');
    else await tx.insert(createDraft(id));
    if (units[id] !== 'inserts') throw new Error('no');
  };
  await Promise.allSettled(Object.keys(units).map((id) => store.write(work(id))));
  return runs;
};
const listKept = async (store: Store): Promise<readonly string[]> => listIds(await store.read((view) => view.list({ kind: 'workspaces' })));
const listTransactions = (statements: readonly string[]): readonly string[] =>
  statements.filter((sql) => /^(begin|commit|rollback|savepoint|release)/.test(sql));

test('units that succeed need no savepoint', async ({ store, statements }) => {
  assert.equal(await runUnits(store, { one: 'inserts', two: 'inserts' }), { one: 1, two: 1 });
  assert.equal(listTransactions(statements), ['begin immediate', 'commit']);
});

test('one that fails and has changed nothing is over', async ({ store, statements }) => {
  assert.equal(await runUnits(store, { one: 'inserts', two: 'looks and fails', three: 'inserts' }), { one: 1, two: 1, three: 1 });
  assert.equal(listTransactions(statements), ['begin immediate', 'commit']);
  assert.equal(await listKept(store), ['one', 'three']);
});

test('one that fails before any other has changed anything takes the transaction with it', async ({ store, statements }) => {
  assert.equal(await runUnits(store, { one: 'looks and fails', two: 'inserts and fails', three: 'inserts' }), { one: 1, two: 1, three: 1 });
  assert.equal(listTransactions(statements), ['begin immediate', 'rollback; begin immediate', 'commit']);
  assert.equal(await listKept(store), ['three']);
});

test('after one that fails behind others they all run again, with savepoints', async ({ store, statements }) => {
  assert.equal(await runUnits(store, { one: 'inserts', two: 'inserts and fails', three: 'inserts' }), { one: 2, two: 2, three: 1 });
  assert.equal(listTransactions(statements), [
    'begin immediate',
    'rollback',
    'begin immediate',
    'savepoint unit',
    'release unit',
    'savepoint unit',
    'rollback to unit; release unit',
    'savepoint unit',
    'release unit',
    'commit',
  ]);
  assert.equal(await listKept(store), ['one', 'three']);
});

test.run();
