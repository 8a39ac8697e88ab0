/** How SQLite finds the records that a statement names: it knows nothing of how many there are of a kind, so statements say by what. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openMemory } from '../../src/store/sqlite/open-directory.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { ReadTransaction } from '../../src/store/store.ts';

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

plans('links to one of many targets are found by the record, not by each target', async () => {
  /** Of each record; before it two estimates of how many have the links. */
  const find = async (targets: number): Promise<string | undefined> => {
    const other = Array.from({ length: targets }, (_, at) => `tag-${at}`);
    const filter = { kind: 'workspaces', scope: 'acme', nameContains: 'on', linked: [{ kind: 'tags', self: 'from', other }] } as const;
    const steps = await explain((view) => view.list(filter, { offset: 0, limit: 1, uncounted: true }));
    return steps.findLast((step) => step.startsWith('SEARCH l '));
  };
  assert.is(await find(8), 'SEARCH l USING COVERING INDEX links_back (to=? AND kind=? AND from_seq=?)');
  assert.is(await find(9), 'SEARCH l USING COVERING INDEX sqlite_autoindex_links_1 (from=? AND kind=?)');
});

plans.run();
