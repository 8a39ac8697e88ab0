import { type RawBuilder, sql } from 'kysely';
import { type GroupedFilter, takeApart } from '../members/grouped-terms.ts';
import { fewestKept } from '../changes/kept-count.ts';
import type { CountQuestion, SqlSession } from '../sql-dialect.ts';
import type { RecordFilter, RecordOrder } from '../record-filter.ts';
import type { RecordPage, StoredRecord } from '../store.ts';
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

type GroupedPage = PageOptions & { readonly uncounted?: true };

/** What reads records by their numbers, in the order of a list. */
const createReader = <B>(context: ListContext, order: RecordOrder) => {
  const { dialect } = context;
  return (numbers: RawBuilder<unknown>, end = sql``): Promise<readonly StoredRecord<B>[]> =>
    readRecords<B>(
      context,
      sql`${lookUp(dialect, numbers)} order by ${listOrderTerms(dialect, order, 'n.seq')} ${end}`.compile(dialect.db),
    );
};

/** A page of a list whose records have all to be found first: a part of the kept numbers of its count, if there are any. */
const countFirst = async <B>(
  context: ListContext,
  question: CountQuestion,
  { offset, limit, order = defaultOrder }: GroupedPage,
  read: () => Promise<readonly StoredRecord<B>[]>,
): Promise<RecordPage<B>> => {
  const { dialect, session } = context;
  const total = await askTotal(context, question);
  if (total <= offset) return { records: [], total };
  // Few are found in no time, unless several terms that many fulfill have to be compared.
  const isWorthKeeping = total >= fewestKept || question.numbers?.isCostly === true;
  const part = { offset, limit, descending: order.descending === true };
  const picked = order.by === 'seq' && isWorthKeeping ? await session.pick?.(question, part) : undefined;
  if (picked)
    return { records: await readRecords<B>(context, buildPicked(dialect, picked, { offset, limit, order })), total: picked.total };
  return { records: await read(), total };
};

/** A list of a group. */
export const listGrouped = async <B>(context: ListContext, filter: GroupedFilter, page?: GroupedPage): Promise<RecordPage<B>> => {
  const { dialect } = context;
  const start = await findRareTerm(context, filter);
  const order = page?.order ?? defaultOrder;
  const numbers = sql`select n.seq ${selectFromGroup(dialect, filter, start)}`;
  const readNumbers = createReader<B>(context, order);
  if (!page) {
    const records = await readNumbers(numbers);
    return { records, total: records.length };
  }
  const part = sql`limit ${page.limit} offset ${page.offset}`;
  const inOrder = sql`${numbers} order by 1 ${sql.raw(order.descending ? 'desc' : 'asc')} ${part}`;
  const read = () => (order.by === 'seq' ? readNumbers(inOrder) : readNumbers(numbers, part));
  const question = buildGroupedCount(dialect, filter, start);
  if (!page.uncounted) return countFirst(context, question, page, read);
  const records = await read();
  return { records, total: page.offset + records.length };
};
