/** Which condition of a filter a list begins with on SQLite: one that few records of the scope fulfill. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findRareCondition } from '../../src/store/pages/rare-condition.ts';
import type { SqlSession } from '../../src/store/sql-dialect.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import { sqliteDialect } from '../../src/store/sqlite/sqlite-dialect.ts';
import type { RecordFilter } from '../../src/store/record-filter.ts';

const rare = suite('rare conditions on SQLite');

const tagged = (...tags: readonly string[]): RecordFilter => ({
  kind: 'workspaces',
  scope: 'acme',
  linked: tags.map((tag) => ({ kind: 'workspace-tags', self: 'from', other: [tag] })),
});
/** The tag with which the list begins, among so many workspaces of which so many have each tag; and the limits that were asked for. */
const begin = async (whole: number, tags: Readonly<Record<string, number>>) => {
  const limits = new Set<unknown>();
  const estimate: SqlSession['estimate'] = async ({ sql, parameters }) => {
    if (!sql.includes('limit')) return whole;
    const limit = parameters.at(-1) as number;
    limits.add(limit);
    return Math.min(tags[parameters[0] as string]!, limit);
  };
  const session = { estimate } as unknown as SqlSession;
  const found = await findRareCondition({ dialect: sqliteDialect, session }, tagged(...Object.keys(tags)));
  return [found && 'other' in found ? found.other![0] : undefined, ...limits];
};

rare('are those of at most 1,000 records', async () => {
  assert.equal(await begin(100_000, { many: 1001, few: 1000 }), ['few', 1001]);
  assert.equal(await begin(100_000, { many: 1001 }), [undefined, 1001]);
});

rare('are those of more records where the scope has more than a hundred times as many', async () => {
  assert.equal(await begin(199_999, { team: 2000 }), [undefined, 1001]);
  assert.equal(await begin(200_000, { team: 2000 }), ['team', 1001, 2001]);
  assert.equal(await begin(1_000_000, { even: 500_000, team: 8000 }), ['team', 1001, 8001]);
  assert.equal(await begin(1_000_000, { team: 8001 }), [undefined, 1001, 8001]);
});

rare('are estimated again after more than a hundred changes', async () => {
  const statements: string[] = [];
  const store = openSqlite({ memory: true, observeStatement: (sql) => statements.push(sql) });
  const insert = (from: number, count: number) =>
    store.write(async (tx) => {
      for (let at = from; at < from + count; at++) {
        await tx.insert({ id: `ws-${at}`, kind: 'workspaces', scope: 'acme', key: `${at}`, name: `${at}`, body: null });
        await tx.link('workspace-tags', `ws-${at}`, 'tag');
      }
    });
  /** How often it was estimated, and the total of the list. */
  const list = async (): Promise<readonly number[]> => {
    statements.length = 0;
    const { total } = await store.read((view) => view.list(tagged('tag'), { offset: 0, limit: 1 }));
    return [statements.filter((sql) => sql.includes('from (select 1 from')).length, total];
  };
  await insert(0, 950);
  assert.equal(await list(), [1, 950]);
  await insert(950, 50);
  assert.equal(await list(), [0, 1000]);
  await insert(1000, 1);
  assert.equal(await list(), [1, 1001]);
  await store.close();
});

rare.run();
