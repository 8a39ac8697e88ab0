import { type RawBuilder, sql, type SqlBool } from 'kysely';
import {
  listConditions,
  type NumberedCondition,
  parseBodyPath,
  type QueryStart,
  selectByCondition,
  selectFirstByName,
} from '../conditions.ts';
import { selectMatching } from '../count-question.ts';
import { findOrderedMember, fromMembers, type MemberCondition, ofMember } from '../members/member-conditions.ts';
import type { PickedPart, SqlDialect, SqlText } from '../sql-dialect.ts';
import { fewRecords } from './rare-condition.ts';
import type { RecordFilter, RecordOrder } from '../record-filter.ts';
import { recordColumns } from '../tables.ts';

/** Records of a list, in an order. */
export interface PageOptions {
  readonly offset: number;
  readonly limit: number;
  readonly order?: RecordOrder;
}
type Direction = 'asc' | 'desc';

export const defaultOrder: RecordOrder = { by: 'seq' };
const directionOf = ({ descending }: RecordOrder): Direction => (descending ? 'desc' : 'asc');

const buildSortTerms = (dialect: SqlDialect, { by }: RecordOrder) => {
  if (by === 'seq') return [];
  if (by === 'name') return [sql.ref('r.folded')];
  const path = parseBodyPath(by.body);
  const terms = dialect.sortTerms(path);
  return by.absentLast ? [sql`case when ${dialect.bodyText(path)} is null then 1 else 0 end`, ...terms] : terms;
};

const columns = sql.join(
  recordColumns.map((name) => sql.ref(`r.${name}`)),
  sql`, `,
);

/** Looks up records one by one by number. The `offset` keeps the planner from reading all records instead. */
export const lookUp = (dialect: SqlDialect, numbers: RawBuilder<unknown>, conditions: readonly RawBuilder<unknown>[] = []) => {
  const records = sql.raw(`${dialect.schemaPrefix}records as r`);
  const all = sql.join([sql`r.seq = n.seq`, ...conditions], sql` and `);
  if (dialect.worksInProcess) return sql`select ${columns} from (${numbers}) as n cross join ${records} on ${all}`;
  return sql`select ${columns} from (${numbers}) as n cross join lateral (select r.* from ${records} where ${all} offset 0) as r`;
};

export const listOrderTerms = (dialect: SqlDialect, order: RecordOrder, number: 'r.seq' | 'n.seq' = 'r.seq') =>
  sql.join(
    [...buildSortTerms(dialect, order), sql.ref(number)].map((term) => sql`${term} ${sql.raw(directionOf(order))}`),
    sql`, `,
  );

/** The filter without a condition that is fulfilled already. */
const without = ({ linked = [], body = [], ...rest }: RecordFilter, done: NumberedCondition): RecordFilter => ({
  ...rest,
  linked: linked.filter((one) => one !== done),
  body: body.filter(({ path }) => !('member' in done && done.member === path)),
});

/** Looks up the records that fulfill a rare condition one by one, in the order of insertion, to check the other conditions. */
const lookUpRare = (dialect: SqlDialect, filter: RecordFilter, rare: NumberedCondition, order: Direction = 'asc') =>
  lookUp(dialect, sql`${selectByCondition(dialect, rare, order)} offset 0`, listConditions(dialect, without(filter, rare), true));

/**
 * A page of the few records that fulfill a condition, for a database that plans by statistics. These have no data on a rare target, so the
 * planner would look up and sort all of its records. In the order of insertion the index has them sorted, and each is looked up until the
 * page is full. In another order all of them are looked up.
 */
const buildRarePage = (dialect: SqlDialect, filter: RecordFilter, rare: NumberedCondition, page: PageOptions): SqlText => {
  const order = page.order ?? defaultOrder;
  return sql`${lookUpRare(dialect, filter, rare, order.by === 'seq' ? directionOf(order) : 'asc')}
    order by ${listOrderTerms(dialect, order, 'n.seq')} limit ${page.limit} offset ${page.offset}`.compile(dialect.db);
};

/** A page of few records in an order that no index has: their numbers are found first. */
export const buildSortedPage = (dialect: SqlDialect, filter: RecordFilter, page: PageOptions): SqlText => {
  const order = page.order ?? defaultOrder;
  const numbers =
    dialect.selectLinkedNumbers?.(filter) ??
    sql`select seq from ${selectMatching(dialect, filter, 'name').select('r.seq')} as found limit ${sql.lit(fewRecords)}`;
  return sql`${lookUp(dialect, numbers)} order by ${listOrderTerms(dialect, order)} limit ${page.limit} offset ${page.offset}`.compile(
    dialect.db,
  );
};

/** Whether the kind and the scope are all that the filter names. */
const isWholeScope = ({ kind: _kind, scope: _scope, ...rest }: RecordFilter): boolean =>
  Object.values(rest).every((value) => value === undefined || (Array.isArray(value) && value.length === 0));

/** A page in the order of an indexed member: its rows are passed in their order, and the record of each is looked up where it must be. */
const buildPageByMember = (dialect: SqlDialect, filter: RecordFilter, member: MemberCondition, page: PageOptions): SqlText => {
  const direction = sql.raw(directionOf(page.order!));
  const part = sql`limit ${page.limit} offset ${page.offset}`;
  const rows = sql`select m.seq, m.value from ${fromMembers(dialect)} where ${ofMember(member)}
    order by m.value ${direction}, m.seq ${direction}`;
  const order = sql`order by n.value ${direction}, n.seq ${direction}`;
  if (isWholeScope(filter)) return sql`${lookUp(dialect, sql`${rows} ${part}`)} ${order}`.compile(dialect.db);
  if (!dialect.worksInProcess) {
    const found = lookUp(dialect, sql`${rows} offset 0`, listConditions(dialect, filter, true));
    return sql`${found} ${order} ${part}`.compile(dialect.db);
  }
  const all = sql.join([sql`r.seq = m.seq`, ofMember(member), ...listConditions(dialect, filter, false)], sql` and `);
  return sql`select ${columns} from ${fromMembers(dialect)} cross join records as r where ${all}
    order by m.value ${direction}, m.seq ${direction} ${part}`.compile(dialect.db);
};

/** The numbers of a page in the order of insertion, where the engine has them in an index of their own. */
const selectNumbers = (
  dialect: SqlDialect,
  filter: RecordFilter,
  { limit, offset, order }: PageOptions,
): RawBuilder<number> | undefined => {
  const direction = directionOf(order ?? defaultOrder);
  const numbers = dialect.selectLinkedNumbers?.(filter) ?? selectFirstByName(dialect, filter, { direction, most: limit + offset });
  return numbers && sql<number>`(select seq from (${numbers} order by 1 ${sql.raw(direction)} limit ${limit} offset ${offset}))`;
};

const selectOrdered = (dialect: SqlDialect, filter: RecordFilter, order: RecordOrder, start?: QueryStart) => {
  let query = selectMatching(dialect, filter, start ?? (order.by === 'seq' ? 'name' : undefined));
  for (const term of buildSortTerms(dialect, order)) query = query.orderBy(term, directionOf(order));
  return query.orderBy('r.seq', directionOf(order));
};

/** All records of a list. */
export const buildWholeList = (dialect: SqlDialect, filter: RecordFilter, start?: NumberedCondition): SqlText => {
  if (start && !dialect.selectLinkedNumbers) return sql`${lookUpRare(dialect, filter, start)} order by n.seq`.compile(dialect.db);
  return selectOrdered(dialect, filter, defaultOrder, start).select(recordColumns).compile();
};

/** A page of a list. */
export const buildPage = (dialect: SqlDialect, filter: RecordFilter, page: PageOptions, rare?: NumberedCondition): SqlText => {
  const { limit, offset, order = defaultOrder } = page;
  if (rare && !dialect.selectLinkedNumbers) return buildRarePage(dialect, filter, rare, page);
  const numbers = order.by === 'seq' && !rare ? selectNumbers(dialect, filter, page) : undefined;
  if (numbers) return buildNumbered(dialect, numbers, order);
  const member = rare ? undefined : findOrderedMember(filter, order);
  if (member) return buildPageByMember(dialect, filter, member, page);
  return selectOrdered(dialect, filter, order, rare).select(recordColumns).limit(limit).offset(offset).compile();
};

/** A page far from the beginning: skipped records are read from indexes only, if these contain what the filter needs. */
export const buildDeepPage = (dialect: SqlDialect, filter: RecordFilter, page: PageOptions, rare?: NumberedCondition): SqlText => {
  const { limit, offset, order = defaultOrder } = page;
  const isInOrder = order.by === 'seq' ? dialect.selectLinkedNumbers : findOrderedMember(filter, order);
  if (rare ? order.by === 'seq' || !dialect.selectLinkedNumbers : isInOrder) return buildPage(dialect, filter, page, rare);
  const numbers = sql<number>`${selectOrdered(dialect, filter, order, rare).select('r.seq').limit(limit).offset(offset)}`;
  if (dialect.worksInProcess) return buildNumbered(dialect, numbers, order);
  return sql`${lookUp(dialect, numbers)} order by ${listOrderTerms(dialect, order)}`.compile(dialect.db);
};

const buildOrdered = (dialect: SqlDialect, condition: RawBuilder<SqlBool>, order: RecordOrder) => {
  let query = dialect.db.selectFrom('records as r').select(recordColumns).where(condition);
  for (const term of buildSortTerms(dialect, order)) query = query.orderBy(term, directionOf(order));
  return query.orderBy('r.seq', directionOf(order));
};

const buildNumbered = (dialect: SqlDialect, numbers: RawBuilder<number>, order: RecordOrder): SqlText =>
  buildOrdered(dialect, sql`${sql.ref('r.seq')} in ${numbers}`, order).compile();

/** A page of the records with these numbers. */
export const buildPicked = (
  dialect: SqlDialect,
  { numbers, before }: PickedPart,
  { limit, order = defaultOrder }: PageOptions,
): SqlText => {
  const query = buildOrdered(dialect, dialect.isNumberOf(sql.ref('r.seq'), numbers), order);
  return (numbers.length > limit || before > 0 ? query.limit(limit).offset(before) : query).compile();
};
