import type pg from 'pg';
import { linkOrganization, recordOrganization, testOrganization } from '../organizations/expressions.ts';
import { withRetries } from '../retry.ts';
import { isSerializationFailure } from './sql-state.ts';

/** Rows that one statement fills: other processes wait no longer for one of them than that takes. */
const batchSize = 1000;

const fillSql = (table: 'records' | 'links' | 'test_results', organization: string): string =>
  `with batch as (select seq from slipway.${table} where organization is null and seq > $1 order by seq limit ${batchSize}),
    filled as (update slipway.${table} as t set organization = ${organization}
      where t.seq in (select seq from batch) and ${organization} is not null returning 1)
  select max(seq) as last, (select count(*) from filled) as filled from batch`;

const fills = [
  fillSql('records', recordOrganization({ id: 't.id', kind: 't.kind', scope: 't.scope', key: 't.key' })),
  fillSql('links', linkOrganization('t."from"', 't."to"')),
  fillSql('test_results', testOrganization('t.project')),
];

/** Fills the rows of a table; returns how many. A record whose own one is not filled yet is left for another pass. */
const fillOnce = async (client: pg.PoolClient, sql: string): Promise<number> => {
  let filled = 0;
  for (let after = 0; ;) {
    const { rows } = await withRetries({ attempts: 5, maxDelay: () => 50, isRetryable: isSerializationFailure }, () =>
      client.query<{ last: number | null; filled: number }>(sql, [after]),
    );
    const { last, filled: count } = rows[0]!;
    if (last === null) return filled;
    filled += count;
    after = last;
  }
};

/** Fills the column of the organization in rows of earlier releases, while other processes work. Does nothing if there are none. */
export const fillOrganizations = async (client: pg.PoolClient): Promise<void> => {
  for (const sql of fills) while ((await fillOnce(client, sql)) > 0);
};
