import { type RawBuilder, sql } from 'kysely';
import { findOrderedMember, fromMembers, ofMember } from '../members/member-conditions.ts';
import type { IndexedOrder, OrderedPlace, SqlDialect } from '../sql-dialect.ts';
import type { RecordFilter, RecordOrder } from '../record-filter.ts';
import { isStorable } from '../text.ts';

interface Columns {
  readonly rows: RawBuilder<unknown>;
  readonly isOf: RawBuilder<unknown>;
  readonly seq: RawBuilder<unknown>;
  readonly value: RawBuilder<unknown>;
}

const selectFrom = (dialect: SqlDialect, { rows, isOf, seq, value }: Columns): IndexedOrder['select'] => {
  const behind = (after: OrderedPlace | undefined) => (after ? sql`and (${value}, ${seq}) > (${after.value}, ${after.seq})` : sql``);
  return (after, most) =>
    sql`select ${seq} as seq, ${value} as value from ${rows} where ${isOf} ${behind(after)} order by ${value}, ${seq}
      ${most === undefined ? sql`` : sql`limit ${most}`}`.compile(dialect.db);
};

/** The order of a list, without its direction, as an index has it of the whole scope; undefined: none has. */
export const findIndexedOrder = (dialect: SqlDialect, filter: RecordFilter, order: RecordOrder): IndexedOrder | undefined => {
  const { kind, scope } = filter;
  if (typeof scope !== 'string' || !isStorable(scope)) return undefined;
  const named = { kind, scope, name: JSON.stringify([kind, scope, order.by]) };
  const member = findOrderedMember(filter, order);
  if (member) {
    const columns = { rows: fromMembers(dialect), isOf: ofMember(member), seq: sql.ref('m.seq'), value: sql.ref('m.value') };
    return { ...named, select: selectFrom(dialect, columns) };
  }
  if (order.by !== 'name') return undefined;
  const rows = sql.raw(`${dialect.schemaPrefix}records as r`);
  const isOf = sql`r.kind = ${kind} and r.scope = ${scope}`;
  return { ...named, select: selectFrom(dialect, { rows, isOf, seq: sql.ref('r.seq'), value: sql.ref('r.folded') }) };
};
