/** How SQLite finds the records that a statement names: it knows nothing of how many there are of a kind, so statements say by what. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openMemory } from '../../src/service/store/sqlite/open-directory.ts';
import { openSqlite } from '../../src/service/store/sqlite/open-sqlite.ts';
import type { ReadTransaction } from '../../src/service/store/store.ts';

const plans = suite('plans of SQLite');

/** By which index each statement of a read finds its rows. */
const explain = async (work: (view: ReadTransaction) => Promise<unknown>): Promise<readonly string[]> => {
  const statements: string[] = [];
  const store = openSqlite({ memory: true, observeStatement: (sql) => statements.push(sql) });
  await store.write((tx) => tx.insert({ id: 'ws-1', kind: 'workspaces', scope: 'acme', key: 'one', name: 'one', body: {} }));
  statements.length = 0;
  await store.read(work);
  await store.close();
  const { connection } = openMemory();
  const steps = statements
    .filter((sql) => sql.startsWith('select'))
    .flatMap((sql) =>
      connection
        .query(
          `explain query plan ${sql}`,
          Array.from(sql.matchAll(/\?/g), () => null),
        )
        .map(({ detail }) => detail as string),
    );
  connection.close();
  return steps.filter((step) => /^(?:SEARCH|SCAN) (?!json_each)/.test(step));
};

plans('several records are found by their IDs, however many there are of their kind', async () => {
  const byId = ['SEARCH r USING INDEX sqlite_autoindex_records_1 (id=?)'];
  assert.equal(await explain((view) => view.getMany('workspaces', ['ws-1', 'ws-2'])), byId);
  assert.equal(await explain((view) => view.list({ kind: 'workspaces', scope: 'acme', ids: ['ws-1', 'ws-2'] })), byId);
});

plans.run();
