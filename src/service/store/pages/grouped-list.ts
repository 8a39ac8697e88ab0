import { sql } from 'kysely';
import { type GroupedFilter, takeApart } from '../members/grouped-terms.ts';
import type { SqlSession } from '../sql-dialect.ts';
import type { RecordFilter, RecordPage } from '../store.ts';
import { buildGroupedCount, buildTermEstimate, type GroupedStart, selectFromGroup } from './grouped-statements.ts';
import { buildPicked, defaultOrder, listOrderTerms, lookUp, type PageOptions } from './page-statement.ts';
import { askTotal, type ListContext, readRecords } from './read-records.ts';
import { fewRecords } from './rare-condition.ts';

export const isGrouped = (filter: RecordFilter): filter is GroupedFilter => filter.group !== undefined;

/** A term that few records fulfill, by its place; undefined also where the session does not estimate. */
const findRareTerm = async (
  { dialect, session }: { readonly dialect: ListContext['dialect']; readonly session: SqlSession },
  filter: GroupedFilter,
): Promise<GroupedStart> => {
  const { terms } = takeApart(dialect, filter);
  if (!session.estimate || terms.length === 1) return undefined;
  for (const [at, term] of terms.entries()) if ((await session.estimate(buildTermEstimate(dialect, term))) <= fewRecords) return at;
  return undefined;
};

export const countGrouped = async (context: ListContext, filter: GroupedFilter): Promise<number> =>
  askTotal(context, buildGroupedCount(context.dialect, filter, await findRareTerm(context, filter)));

/** Fewer records are found in no time, unless several terms that many fulfill have to be compared. */
const fewest = 500;

/**
 * A list of a group: a part of the numbers that are kept of what it counts, where they are. Otherwise all that it finds are looked for, and
 * of what was asked for, the records are read.
 */
export const listGrouped = async <B>(
  context: ListContext,
  filter: GroupedFilter,
  page?: PageOptions & { readonly uncounted?: true },
): Promise<RecordPage<B>> => {
  const { dialect, session } = context;
  const start = await findRareTerm(context, filter);
  const order = page?.order ?? defaultOrder;
  const direction = sql.raw(order.descending ? 'desc' : 'asc');
  const numbers = sql`select n.seq ${selectFromGroup(dialect, filter, start)}`;
  const read = (some: ReturnType<typeof sql>, end = sql``) =>
    readRecords<B>(context, sql`${lookUp(dialect, some)} order by ${listOrderTerms(dialect, order, 'n.seq')} ${end}`.compile(dialect.db));
  if (!page) {
    const records = await read(numbers);
    return { records, total: records.length };
  }
  const { offset, limit } = page;
  const question = buildGroupedCount(dialect, filter, start);
  const isInOrder = order.by === 'seq';
  const total = page.uncounted ? undefined : await askTotal(context, question);
  if (total !== undefined && total <= offset) return { records: [], total };
  const isWorthKeeping = total !== undefined && (total >= fewest || question.numbers?.isCostly === true);
  const picked =
    isInOrder && isWorthKeeping ? await session.pick?.(question, { offset, limit, descending: order.descending === true }) : undefined;
  if (picked) return { records: await readRecords<B>(context, buildPicked(dialect, picked.numbers, order)), total: picked.total };
  const part = sql`limit ${limit} offset ${offset}`;
  const records = isInOrder ? await read(sql`${numbers} order by 1 ${direction} ${part}`) : await read(numbers, part);
  return { records, total: total ?? offset + records.length };
};
