/** How PostgreSQL finds the records of a list while it knows nothing of its tables: right after many were written, or a restore. */
import * as assert from 'uvu/assert';
import { sql } from 'kysely';
import { matchMember } from '../../src/store/members/member-conditions.ts';
import { postgresDialect } from '../../src/store/postgres/postgres-dialect.ts';
import { createDraft } from './conformance/new-record.ts';
import { suiteOnPostgres } from './postgres-bench.ts';

const { test, run } = await suiteOnPostgres('plans of PostgreSQL');

interface Step {
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Step[];
}
const flatten = (step: Step): readonly Step[] => [step, ...(step.Plans ?? []).flatMap(flatten)];

const member = { kind: 'workspaces', scope: 'acme', member: 'currentRun.status' };

for (const values of [['planned'], ['planned', 'errored']])
  test(`whether a record has one of ${values.length} values is a search by the whole key, without statistics`, async ({
    store,
    beside,
  }) => {
    await beside.query('alter table slipway.record_members set (autovacuum_enabled = off)');
    await store.write(async (tx) => {
      for (let at = 0; at < 600; at++) {
        const status = at % 50 === 0 ? 'errored' : at % 2 === 0 ? 'planned' : 'applied';
        await tx.insert(createDraft(`ws-${at}`, { body: { currentRun: { status, createdAt: '2026-11-28T00:00:00.000Z' } } }));
      }
    });
    const condition = matchMember(postgresDialect, { ...member, values });
    const { sql: text, parameters } = sql`select count(*)::int as total from slipway.records as r where ${condition}`.compile(
      postgresDialect.db,
    );
    assert.equal((await beside.query(text, [...parameters])).rows, [{ total: values.length === 1 ? 288 : 300 }]);
    const { rows } = await beside.query(`explain (format json) ${text}`, [...parameters]);
    const searches = flatten(rows[0]['QUERY PLAN'][0].Plan as Step).filter((step) => step['Relation Name'] === 'record_members');
    assert.is(searches.length, 1);
    for (const column of ['kind', 'scope', 'member', 'value', 'seq'])
      assert.match(searches[0]!['Index Cond'] ?? '', new RegExp(`\\(${column} = `), column);
  });

run();
