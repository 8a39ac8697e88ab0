/** A database without autovacuum, which tests have, is one whose autovacuum has not come yet. */
import type pg from 'pg';
import * as assert from 'uvu/assert';
import type { Store } from '../../src/store/store.ts';
import { createDraft } from './conformance/new-record.ts';
import { suiteOnPostgres } from './postgres-bench.ts';

const { test, run } = await suiteOnPostgres('statistics of tables that grow');

/** As long as a workspace is. */
const body = { text: 'x'.repeat(700) };

const writeUnits = async (store: Store, prefix: string, count: number): Promise<void> => {
  const insert = (at: number): Promise<unknown> => store.write((tx) => tx.insert(createDraft(`${prefix}-${at}`, { body })), ['acme']);
  await Promise.all(Array.from({ length: count }, (_, at) => insert(at)));
};

const waitUntil = async (isSo: () => Promise<boolean>): Promise<void> => {
  for (const until = Date.now() + 20_000; !(await isSo());) {
    if (Date.now() > until) throw new Error('not within 20 seconds');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const isGathering = (statements: readonly string[]): boolean => statements.some((sql) => sql.startsWith('analyze (skip_locked) '));

/** How many records of the kind in the scope the planner expects, and by what steps it finds the first page of a list. */
const explainPage = async (beside: pg.Client): Promise<{ readonly expected: number; readonly steps: readonly string[] }> => {
  const list = `select seq, body from slipway.records where kind = 'workspaces' and scope = 'acme'`;
  const plan = async (sql: string): Promise<any> => (await beside.query(`explain (format json) ${sql}`)).rows[0]['QUERY PLAN'][0].Plan;
  const listSteps = (step: any): readonly string[] => [
    [step['Node Type'], step['Index Name']].filter(Boolean).join(' by '),
    ...(step.Plans ?? []).flatMap(listSteps),
  ];
  return {
    expected: (await plan(list))['Plan Rows'] as number,
    steps: listSteps(await plan(`${list} order by seq limit 20 offset 380`)),
  };
};

test('are gathered while they grow, so that a page is read in its order', async ({ store, beside }) => {
  // What autovacuum leaves that comes too early: statistics of a table which has hardly a workspace.
  await store.write(async (tx) => {
    for (let at = 0; at < 300; at++) await tx.insert(createDraft(`token-${at}`, { kind: 'tokens', scope: '', body }));
  });
  await beside.query('analyze slipway.records');
  await writeUnits(store, 'ws', 3000);
  await waitUntil(async () => (await explainPage(beside)).expected >= 1500);
  const { expected, steps } = await explainPage(beside);
  assert.ok(expected <= 4500, `${expected} are expected of 3,000`);
  assert.not.ok(steps.includes('Sort'), steps.join(', '));
});

test('are left alone where a table has not doubled', async ({ store, beside, statements }) => {
  await writeUnits(store, 'ws', 1000);
  await waitUntil(async () => isGathering(statements));
  await beside.query('analyze slipway.records, slipway.links, slipway.record_members, slipway.audit_events');
  const before = statements.length;
  await writeUnits(store, 'more', 600);
  await waitUntil(async () => statements.slice(before).some((sql) => sql.includes('pg_relation_size')));
  await store.read((tx) => tx.list({ kind: 'workspaces', scope: 'acme' }));
  assert.not.ok(isGathering(statements.slice(before)));
});

test('are not waited for while somebody maintains a table', async ({ store, beside, statements }) => {
  await beside.query('begin');
  await beside.query('lock table slipway.records in share update exclusive mode');
  await writeUnits(store, 'ws', 1000);
  // A statement is observed when it has its answer.
  await waitUntil(async () => isGathering(statements));
  await beside.query('rollback');
});

run();
