import { type RawBuilder, sql } from 'kysely';
import { buildConditions, type LinkFilter, parseBodyPath, type QueryStart, selectByLink, selectFirstByName } from '../conditions.ts';
import { selectMatching } from '../count-question.ts';
import type { SqlDialect, SqlText } from '../sql-dialect.ts';
import type { RecordFilter, RecordOrder } from '../store.ts';
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

/** Looks up one record after the other, by its number. The offset keeps the planner from reading all records instead. */
const lookUp = (dialect: SqlDialect, numbers: RawBuilder<unknown>, conditions: readonly RawBuilder<unknown>[] = []) => {
  const records = sql.raw(`${dialect.schemaPrefix}records as r`);
  const all = sql.join([sql`r.seq = n.seq`, ...conditions], sql` and `);
  return sql`select ${columns} from (${numbers}) as n cross join lateral (select r.* from ${records} where ${all} offset 0) as r`;
};

/**
 * A page of what few links lead from, in the order of insertion, where the database would plan by its statistics: these know nothing of a
 * target that few have, and have it look all of its records up, and sort them. The index of links has them in order; each is looked up
 * until the page is full.
 */
const buildLinkedPage = (dialect: SqlDialect, filter: RecordFilter, link: LinkFilter, page: PageOptions): SqlText => {
  const direction = directionOf(page.order ?? defaultOrder);
  const rest = { ...filter, linked: filter.linked!.filter((one) => one !== link) };
  const numbers = sql`${selectByLink(dialect, link, direction)} offset 0`;
  return sql`${lookUp(dialect, numbers, buildConditions(dialect, rest))}
    order by n.seq ${sql.raw(direction)} limit ${page.limit} offset ${page.offset}`.compile(dialect.db);
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
export const buildWholeList = (dialect: SqlDialect, filter: RecordFilter, start?: QueryStart): SqlText =>
  selectOrdered(dialect, filter, defaultOrder, start).select(recordColumns).compile();

/** A page of a list. */
export const buildPage = (dialect: SqlDialect, filter: RecordFilter, page: PageOptions, start?: LinkFilter): SqlText => {
  const { limit, offset, order = defaultOrder } = page;
  if (order.by === 'seq' && start && !dialect.selectLinkedNumbers) return buildLinkedPage(dialect, filter, start, page);
  const numbers = order.by === 'seq' && !start ? selectNumbers(dialect, filter, page) : undefined;
  if (numbers) return buildNumbered(dialect, numbers, order);
  const begin = dialect.selectLinkedNumbers ? start : undefined;
  return selectOrdered(dialect, filter, order, begin).select(recordColumns).limit(limit).offset(offset).compile();
};

/** A page that stands far from the beginning: what it passes over is read from indexes alone, where they have what it asks for. */
export const buildDeepPage = (dialect: SqlDialect, filter: RecordFilter, page: PageOptions, start?: LinkFilter): SqlText => {
  const { limit, offset, order = defaultOrder } = page;
  if (order.by === 'seq' && (start || dialect.selectLinkedNumbers)) return buildPage(dialect, filter, page, start);
  const begin = dialect.selectLinkedNumbers ? start : undefined;
  const numbers = sql<number>`${selectOrdered(dialect, filter, order, begin).select('r.seq').limit(limit).offset(offset)}`;
  if (dialect.worksInProcess) return buildNumbered(dialect, numbers, order);
  const terms = [...buildSortTerms(dialect, order), sql.ref('r.seq')].map((term) => sql`${term} ${sql.raw(directionOf(order))}`);
  return sql`${lookUp(dialect, numbers)} order by ${sql.join(terms, sql`, `)}`.compile(dialect.db);
};

const buildNumbered = (dialect: SqlDialect, numbers: RawBuilder<number>, order: RecordOrder): SqlText => {
  let query = dialect.db.selectFrom('records as r').select(recordColumns).where('r.seq', 'in', numbers);
  for (const term of buildSortTerms(dialect, order)) query = query.orderBy(term, directionOf(order));
  return query.orderBy('r.seq', directionOf(order)).compile();
};

/** The records with these numbers, in the order of insertion. */
export const buildPicked = (dialect: SqlDialect, numbers: readonly number[], order: RecordOrder): SqlText =>
  dialect.db
    .selectFrom('records as r')
    .select(recordColumns)
    .where(dialect.isNumberOf(sql.ref('r.seq'), numbers))
    .orderBy('r.seq', directionOf(order))
    .compile();
