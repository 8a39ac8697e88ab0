/**
 * How PostgreSQL finds what units look up and write where an organization has thousands of records, once it knows that: by plans that it
 * keeps for any values.
 */
import type pg from 'pg';
import * as assert from 'uvu/assert';
import { createPool } from '../../src/store/postgres/pool.ts';
import { createStatementMetrics } from '../../src/store/statement-metrics.ts';
import type { Store, Transaction } from '../../src/store/store.ts';
import { createDraft } from './conformance/new-record.ts';
import { suiteOnPostgres, together } from './postgres-bench.ts';

const { test, run } = await suiteOnPostgres('plans with statistics');

type Work = (tx: Transaction) => Promise<unknown>;
const count = 4000;
const childKinds = { workspaces: ['runs'], runs: ['logs'] };

/**
 * One organization: workspaces of one project, each with a tag, and variable sets. Hardly one has a run: where there are few scopes, the
 * planner expects much in each.
 */
const plantMany = (store: Store): Promise<void> =>
  store.write(async (tx) => {
    await tx.insert(createDraft('acme', { id: 'org-acme', kind: 'organizations', scope: '', key: 'acme' }));
    await tx.insert(createDraft('prj', { kind: 'projects' }));
    for (let at = 0; at < count; at++) {
      await tx.insert(createDraft(`ws-${at}`, { body: { project: 'prj' } }));
      await tx.insert(createDraft(`set-${at}`, { kind: 'varsets' }));
      if (at < 3) await tx.insert(createDraft(`run-${at}`, { kind: 'runs', scope: `ws-${at}`, key: 'run' }));
      await tx.link('project', `ws-${at}`, 'prj');
      await tx.link('tags', `ws-${at}`, `tag-${at % 10}`);
    }
  });

/** What a unit does with the workspace of this number. */
const works: { readonly [what: string]: (at: number) => Work } = {
  inserts: (at) => async (tx) => {
    await tx.insert(createDraft(`new-${at}`));
    await tx.link('tags', `new-${at}`, 'tag-1');
  },
  'looks up by ID, by key, and links from and to something': (at) => (tx) =>
    Promise.all([
      tx.get('workspaces', `ws-${at}`),
      tx.getByKey('workspaces', 'acme', `ws-${at}`),
      tx.listLinks('tags', { from: `ws-${at}` }),
      tx.listLinks('project', { to: `ws-${at}` }),
    ]),
  'looks up several at once': (at) => (tx) =>
    Promise.all([
      tx.getMany('workspaces', [`ws-${at}`, `ws-${at + 1}`]),
      tx.listLinks('tags', { from: [`ws-${at}`, `ws-${at + 1}`] }),
      tx.listLinks('project', { to: [`ws-${at}`, `ws-${at + 1}`] }),
    ]),
  updates: (at) => async (tx) => tx.update((await tx.get('workspaces', `ws-${at}`))!, { body: { project: 'other' } }),
  'links what is linked': (at) => (tx) => tx.link('tags', `ws-${at}`, `tag-${at % 10}`, at),
  'links and is told whether that is new': (at) => (tx) => tx.addLink('tags', `ws-${at}`, 'tag-20'),
  unlinks: (at) => (tx) => tx.unlink('tags', `ws-${at}`, [`tag-${at % 10}`]),
  'deletes by a scope, and by ID': (at) => async (tx) => {
    await tx.deleteMany({ kinds: ['runs'], scopes: [`ws-${at}`], childKinds });
    await tx.delete('workspaces', `ws-${at}`);
  },
  'deletes with what is below': (at) => (tx) => tx.deleteMany({ kinds: ['workspaces'], ids: [`ws-${at}`], childKinds }),
};

interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Step[];
}
const listWholeReads = (step: Step): readonly string[] => [
  ...(step['Node Type'] === 'Seq Scan' ? [step['Relation Name']!] : []),
  ...(step.Plans ?? []).flatMap(listWholeReads),
];

/** The tables that a statement reads whole, whatever its values are. */
const explain = async (beside: pg.Client, statement: string): Promise<readonly string[]> => {
  const parameters = Math.max(0, ...[...statement.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  await beside.query(`prepare statement as ${statement}`);
  const values = parameters === 0 ? '' : `(${Array.from({ length: parameters }, () => 'null').join(', ')})`;
  const { rows } = await beside.query(`explain (format json) execute statement${values}`);
  await beside.query('deallocate statement');
  return listWholeReads(rows[0]['QUERY PLAN'][0].Plan);
};

for (const [what, work] of Object.entries(works))
  test(`a unit that ${what} reads no table whole, alone or beside others`, async ({ store, beside, statements }) => {
    await plantMany(store);
    await beside.query('analyze slipway.records, slipway.links, slipway.record_members');
    await beside.query('set plan_cache_mode = force_generic_plan');
    statements.length = 0;
    await store.write(work(100), ['acme']);
    await together(
      store,
      Array.from({ length: 10 }, (_, at) => work(200 + 2 * at)),
    );
    const asked = [...new Set(statements)].filter(
      (sql) => /\bslipway"?\."?(records|links|record_members)\b/.test(sql) && !sql.includes(';'),
    );
    assert.ok(asked.length > 0);
    const found: string[] = [];
    for (const sql of asked) found.push(...(await explain(beside, sql)).map((table) => `${table}: ${sql}`));
    assert.equal(found, []);
  });

test('no connection has its statements compiled', async ({ url, beside }) => {
  await beside.query(`alter database "${new URL(url).pathname.slice(1)}" set jit = on`);
  const pool = createPool(url, { size: 1, statements: createStatementMetrics() });
  assert.equal((await pool.query('show jit')).rows, [{ jit: 'off' }]);
  await pool.end();
});

run();
