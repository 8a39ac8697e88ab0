import type { PreparedStatement } from '../prepared-statements.ts';
import { padList } from './batched-lookups.ts';
import { type BulkWrite, columnOf, joinJson, listUnits, type PendingUpdate } from './bulk-writes.ts';

/**
 * Divides by zero where a record has another version by now: the commit travels with the statement, and must not succeed then. A record
 * stays in its scope, so its organization stays as well. Records are found by an array of numbers: the planner takes a list in JSON for a
 * hundred rows, and would join them with the whole table.
 */
const updateRecords: PreparedStatement = {
  name: 'slipway_update_many',
  sql: `with u as (
      select * from rows from (unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[]), json_array_elements($6::json))
        as u(id, kind, name, folded, version, body)
    ), updated as (
      update slipway.records r set name = u.name, folded = u.folded, body = u.body, version = r.version + 1 from u
        where r.seq = any(array(
            select found.seq from u as s cross join lateral (select seq from slipway.records where id = s.id offset 0) as found))
          and r.id = u.id and r.kind = u.kind and r.version = u.version
        returning 1
    ) select 1 / (count(*) = $7::bigint)::integer from updated`,
};
const texts = ['id', 'kind', 'name', 'folded'] as const;

/** Builds one statement that updates these records, all of them different. */
export const buildRecordUpdate = (rows: readonly PendingUpdate[]): BulkWrite => {
  const columns = texts.map((member) => padList(columnOf(rows, member) as readonly string[]));
  const versions = [...rows.map(({ version }) => version), ...Array.from({ length: columns[0]!.length - rows.length }, () => 0)];
  const bodies = joinJson(rows.map(({ body }) => body));
  return { statement: updateRecords, values: [...columns, versions, bodies, rows.length], units: listUnits(rows) };
};
