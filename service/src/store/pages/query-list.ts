import { listNumberedConditions, type NumberedCondition } from '../conditions.ts';
import { buildCountQuestion } from '../count-question.ts';
import type { CountQuestion, SqlDialect } from '../sql-dialect.ts';
import type { RecordFilter, RecordOrder } from '../record-filter.ts';
import type { ReadTransaction, RecordPage } from '../store.ts';
import { countGrouped, isGrouped, listGrouped } from './grouped-list.ts';
import { findIndexedOrder } from './indexed-order.ts';
import { buildDeepPage, buildWholeList, buildPage, buildPicked, buildSortedPage, defaultOrder } from './page-statement.ts';
import { fewRecords, findRareCondition } from './rare-condition.ts';
import { askTotal, type ListContext, readRecords } from './read-records.ts';

type Page = NonNullable<Parameters<ReadTransaction['list']>[1]>;

/** Skipping this many records takes a fraction of the time of a page. */
const deep = 1000;
/** The limit for an order that contains other records as well: up to fifty may be skipped for each record of the list. */
const deepAmongOthers = 100;

const requireCount = (count: number, what: string): number => {
  if (!Number.isSafeInteger(count) || count < 0) throw new TypeError(`${what} is a number of records, not ${count}`);
  return count;
};

/** What a count begins with: a database that plans by itself counts by one statement, by which the count is kept. */
const buildCount = (dialect: SqlDialect, filter: RecordFilter, rare: NumberedCondition | undefined): CountQuestion =>
  buildCountQuestion(dialect, filter, dialect.selectLinkedNumbers && rare);

/** What a whole list begins with: what few records fulfill, or an indexed member. Else a server plans by itself. */
const findStart = async (context: ListContext, filter: RecordFilter): Promise<NumberedCondition | undefined> => {
  const rare = context.dialect.selectLinkedNumbers ? await findRareCondition(context, filter) : undefined;
  return rare ?? listNumberedConditions(filter).find((one) => 'member' in one);
};

/** The exact mirror of an order. */
const reverse = ({ by, descending }: RecordOrder): RecordOrder => ({ by, descending: !descending });

/** A page by its numbers, and those of its order, where they are kept. */
const pickPage = async <B>(
  context: ListContext,
  filter: RecordFilter,
  page: Page,
  question: CountQuestion,
  isNear = false,
): Promise<RecordPage<B> | undefined> => {
  const { dialect, session } = context;
  const { offset, limit, order = defaultOrder } = page;
  const indexed = order.by === 'seq' ? undefined : findIndexedOrder(dialect, filter, order);
  if (order.by !== 'seq' && !indexed) return undefined;
  const picked = await session.pick?.(question, { offset, limit, descending: order.descending === true, order: indexed, isNear });
  return picked && { records: await readRecords(context, buildPicked(dialect, picked, page)), total: picked.total };
};

/** A page far from the beginning: by its numbers, where they are kept, else from the nearer end of the list. */
const listDeepPage = async <B>(
  context: ListContext,
  filter: RecordFilter,
  page: Page,
  rare?: NumberedCondition,
): Promise<RecordPage<B>> => {
  const { dialect } = context;
  const { offset, limit, order = defaultOrder } = page;
  const question = buildCount(dialect, filter, rare);
  const picked = await pickPage<B>(context, filter, page, question);
  if (picked) return picked;
  const total = await askTotal(context, question);
  const behind = total - offset;
  if (behind <= 0) return { records: [], total };
  if (behind >= offset) return { records: await readRecords<B>(context, buildDeepPage(dialect, filter, page, rare)), total };
  const mirrored = { offset: Math.max(0, behind - limit), limit: Math.min(limit, behind), order: reverse(order) };
  const found = await readRecords<B>(context, buildDeepPage(dialect, filter, mirrored, rare));
  return { records: found.toReversed(), total };
};

/** Whether a page near the beginning may be quicker by numbers: a server reads records that conditions leave, and sorts them. */
const mayBePicked = ({ worksInProcess }: SqlDialect, { linked = [], body = [] }: RecordFilter, { uncounted }: Page): boolean =>
  !worksInProcess && !uncounted && linked.length + body.length > 0;

/**
 * Whether conditions besides kind, scope and name may match few of very many records, while an index has the order but not the conditions.
 */
const mayPassMany = ({ linked = [], body = [], nameContains, nameLike }: RecordFilter, { order = defaultOrder }: Page): boolean =>
  order.by !== 'seq' && (linked.length + body.length > 0 || (order.by !== 'name' && (nameContains ?? nameLike) !== undefined));

/** A page in another order than that of insertion, of a list that may be short among very many: counted first, as it mostly is already. */
const listCountedPage = async <B>(context: ListContext, filter: RecordFilter, page: Page): Promise<RecordPage<B>> => {
  const { dialect } = context;
  const question = buildCount(dialect, filter, undefined);
  const picked = page.offset >= deepAmongOthers ? await pickPage<B>(context, filter, page, question) : undefined;
  if (picked) return picked;
  const total = await askTotal(context, question);
  if (total <= page.offset) return { records: [], total };
  const build = total > fewRecords ? buildPage : buildSortedPage;
  return { records: await readRecords<B>(context, build(dialect, filter, page)), total };
};

export const queryCount = async (context: ListContext, filter: RecordFilter): Promise<number> => {
  if (isGrouped(filter)) return countGrouped(context, filter);
  const rare = context.dialect.selectLinkedNumbers ? await findRareCondition(context, filter) : undefined;
  return askTotal(context, buildCount(context.dialect, filter, rare));
};

export const queryList = async <B>(context: ListContext, filter: RecordFilter, page?: Page): Promise<RecordPage<B>> => {
  const { dialect } = context;
  if (page) requireCount(page.limit, 'limit');
  if (page) requireCount(page.offset, 'offset');
  if (filter.ids?.length === 0 || filter.keys?.length === 0) return { records: [], total: 0 };
  if (isGrouped(filter)) return listGrouped(context, filter, page);
  if (!page) {
    const records = await readRecords<B>(context, buildWholeList(dialect, filter, await findStart(context, filter)));
    return { records, total: records.length };
  }
  const rare = await findRareCondition(context, filter);
  if (page.offset >= deep && !page.uncounted) return listDeepPage(context, filter, page, rare);
  if (mayBePicked(dialect, filter, page)) {
    const picked = await pickPage<B>(context, filter, page, buildCount(dialect, filter, rare), true);
    if (picked) return picked;
  }
  if (!rare && !page.uncounted && mayPassMany(filter, page)) return listCountedPage(context, filter, page);
  const records = await readRecords<B>(context, buildPage(dialect, filter, page, rare));
  // A page that is neither empty nor full is the last one: the total is known without counting.
  const isEnd = page.uncounted || (records.length < page.limit && (records.length > 0 || page.offset === 0));
  const total = isEnd ? page.offset + records.length : await askTotal(context, buildCount(dialect, filter, rare));
  return { records, total };
};
