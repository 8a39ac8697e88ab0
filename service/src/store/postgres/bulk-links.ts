import { linkOrganization } from '../organizations/expressions.ts';
import type { PreparedStatement } from '../prepared-statements.ts';
import { padList } from './batched-lookups.ts';
import { type BulkWrite, columnOf, joinJson, listUnits, type PendingLink, type PendingUnlink } from './bulk-writes.ts';

const insertLinks: PreparedStatement = {
  name: 'slipway_link_many',
  sql: `insert into slipway.links (kind, "from", "to", from_seq, note, organization)
    select l.kind, l.source, l.target, l.seq, l.note, ${linkOrganization('l.source', 'l.target')}
      from rows from (unnest($1::text[], $2::text[], $3::text[], $4::bigint[]), json_array_elements($5::json))
        as l(kind, source, target, seq, note)`,
};

/**
 * The update does not see rows of the insert in the same statement: it changes the notes of existing links, which are found as records are
 * (bulk-updates.ts).
 */
const putLinks: PreparedStatement = {
  name: 'slipway_put_links',
  sql: `with l as (
      select * from rows from (unnest($1::text[], $2::text[], $3::text[], $4::bigint[]), json_array_elements($5::json))
        as l(kind, source, target, seq, note) where kind <> ''
    ), added as (
      insert into slipway.links (kind, "from", "to", from_seq, note, organization)
        select l.kind, l.source, l.target, coalesce(l.seq, (select r.seq from slipway.records r where r.id = l.source)), l.note,
            ${linkOrganization('l.source', 'l.target')}
          from l on conflict do nothing
    )
    update slipway.links old set note = l.note from l
      where old.seq = any(array(
          select found.seq from l as s cross join lateral (
            select seq from slipway.links where "from" = s.source and kind = s.kind and "to" = s.target offset 0) as found))
        and old."from" = l.source and old.kind = l.kind and old."to" = l.target and old.note::text <> l.note::text`,
};
const linkMembers = ['kind', 'from', 'to'] as const;

const noNumbers = (count: number): readonly null[] => Array.from({ length: count }, () => null);

/** Inserts links in the order of the rows, so that their numbers have that order. */
export const buildLinkWrite = (rows: readonly PendingLink[]): BulkWrite => {
  const columns = linkMembers.map((member) => columnOf(rows, member));
  const numbers = rows.map(({ seq }) => seq ?? null);
  const notes = joinJson(rows.map(({ note }) => note));
  if (rows.every(({ seq }) => seq !== undefined))
    return { statement: insertLinks, values: [...columns, numbers, notes], units: listUnits(rows) };
  const padded = columns.map((column) => padList(column as readonly string[]));
  const more = padded[0]!.length - rows.length;
  return { statement: putLinks, values: [...padded, [...numbers, ...noNumbers(more)], notes], units: listUnits(rows) };
};

const deleteLinks: PreparedStatement = {
  name: 'slipway_unlink_many',
  sql: `delete from slipway.links l using unnest($1::text[], $2::text[], $3::text[]) as u(kind, source, target)
    where l."from" = u.source and l.kind = u.kind and l."to" = u.target`,
};

export const buildUnlink = (rows: readonly PendingUnlink[]): BulkWrite => ({
  statement: deleteLinks,
  values: linkMembers.map((member) => padList(columnOf(rows, member) as readonly string[])),
  units: listUnits(rows),
});
