import { createCountMemory } from '../changes/count-memory.ts';
import { type CountStatement, isCountOfScope, isDecidedByRecord, readAmong, readNumbers, readTotal } from '../changes/count-statement.ts';
import { createKeptCount, fewestKept, type KeptCount } from '../changes/kept-count.ts';
import { placePart, sliceNumbers } from '../changes/kept-order.ts';
import { type Marks, type MarkedSnapshot, readMarkedSnapshot } from '../changes/marked-changes.ts';
import type { NumberSet } from '../changes/number-set.ts';
import { deriveSession } from '../derived-session.ts';
import type { NumberedPart, PickedPart, SqlSession, SqlText } from '../sql-dialect.ts';
import type { SqlRow } from '../sql-row.ts';
import { createKeptOrders } from './kept-orders.ts';
import { createMissingMarks } from './missing-marks.ts';
import { marksOfRead } from './write-marks.ts';

type Query = SqlSession['query'];

/** The count of a snapshot, from that of an earlier one and what has changed since. Undefined: that is not known. */
const countChanges = async (
  query: Query,
  statement: CountStatement,
  known: KeptCount,
  { marks, newest, changedSince }: MarkedSnapshot,
): Promise<number | undefined> => {
  if (!known.numbers) return undefined;
  for (const state of known.states.toReversed()) {
    const changed = changedSince(state.marks);
    if (!changed) continue;
    const gone = changed.filter((number) => known.hasNumber(state, number));
    const found = await readAmong(query, statement, state.newest, changed);
    const total = state.total - gone.length + found.length;
    // If another list was faster, the count belongs to its snapshot.
    if (known.states.at(-1) === state) known.moveTo({ marks, newest: Math.max(newest, state.newest), total }, { gone, found });
    return total;
  }
  return undefined;
};

const isLater = ({ marks }: MarkedSnapshot, known: KeptCount): boolean =>
  Object.entries(known.states.at(-1)!.marks).every(([mark, value]) => BigInt(marks[mark]!) >= BigInt(value));

type KeptOrders = ReturnType<typeof createKeptOrders>;
type Write = Parameters<typeof createMissingMarks>[0];

/** The lower value of each mark. */
const findEarlier = (one: Marks | undefined, other: Marks | undefined): Marks | undefined =>
  one && other ? Object.fromEntries(Object.keys(one).map((mark) => [mark, findLower(one[mark]!, other[mark]!)])) : (one ?? other);
const findLower = (one: string, other: string): string => (BigInt(one) < BigInt(other) ? one : other);

const keyOf = ({ sql, values }: CountStatement): string => JSON.stringify([sql, values]);

/** What is kept, by statement and values, and how it is found out. */
const createKeeping = (write: Write) => {
  let memory = createCountMemory();
  const makeMarks = createMissingMarks(write);
  return {
    find: (statement: CountStatement): KeptCount | undefined => memory.get(keyOf(statement)),
    keep: (statement: CountStatement, count: KeptCount): void => memory.set(keyOf(statement), count),
    forget: (): void => void (memory = createCountMemory()),
    makeMarks: ({ values }: CountStatement, missing: readonly string[]): void => makeMarks([values[1] as string], missing),
    /** `since`: what is asked for changes since then as well. */
    readSnapshot(query: Query, { values }: CountStatement, known: KeptCount | undefined, since?: Marks) {
      const [kind, scope] = values as readonly [string, string];
      return readMarkedSnapshot(query, { kind, scope, marks: marksOfRead([scope]), since: findEarlier(known?.states[0]!.marks, since) });
    },
    /** Reads the numbers of the records, and keeps them unless those of a later snapshot are kept. */
    async readAgain(query: Query, statement: CountStatement, snapshot: MarkedSnapshot): Promise<NumberSet> {
      const numbers = await readNumbers(query, statement);
      const known = memory.get(keyOf(statement));
      if (!known?.numbers || isLater(snapshot, known)) memory.set(keyOf(statement), createKeptCount(snapshot, numbers.size, numbers));
      return numbers;
    },
  };
};
type Keeping = ReturnType<typeof createKeeping>;

/** Milliseconds: a count that takes so long is kept, however few it finds. */
const costly = 20;

/** Counts by a statement, or derives its result. */
const createCounter = ({ find, keep, makeMarks, readSnapshot, readAgain }: Keeping) => {
  const countFirst = async (query: Query, statement: CountStatement): Promise<number> => {
    const reading = readSnapshot(query, statement, undefined);
    reading.catch(() => {});
    const began = performance.now();
    const total = await readTotal(query, statement);
    const isCostly = performance.now() - began >= costly;
    const snapshot = await reading;
    if (!('missing' in snapshot)) keep(statement, createKeptCount(snapshot, total, undefined));
    else if (total >= fewestKept || isCostly) makeMarks(statement, snapshot.missing);
    return total;
  };
  const countAgain = async (query: Query, statement: CountStatement): Promise<number> => {
    const known = find(statement);
    if (!known) return countFirst(query, statement);
    const snapshot = await readSnapshot(query, statement, known);
    if ('missing' in snapshot) return readTotal(query, statement);
    const total = known.findState(snapshot.marks)?.total ?? (await countChanges(query, statement, known, snapshot));
    if (total !== undefined) return total;
    if (!isLater(snapshot, known)) return readTotal(query, statement);
    if (isDecidedByRecord(statement)) return (await readAgain(query, statement, snapshot)).size;
    const counted = await readTotal(query, statement);
    keep(statement, createKeptCount(snapshot, counted, undefined));
    return counted;
  };
  return countAgain;
};

/** Below the minimum all records are read and sorted as fast; above the maximum they are found soon in an index in the list's order. */
const [fewestNear, mostNear] = [100, 10_000];

const isWorthNumbers = (known: KeptCount | undefined): boolean => {
  const total = known?.states.at(-1)?.total ?? 0;
  return total >= fewestNear && total <= mostNear;
};

/** A part of the list that a statement counts, by the numbers that are kept of it and of its order. */
const createPicker =
  ({ find, makeMarks, readSnapshot, readAgain }: Keeping, orders: KeptOrders) =>
  async (query: Query, statement: CountStatement, part: NumberedPart): Promise<PickedPart | undefined> => {
    if (!isDecidedByRecord(statement)) return undefined;
    const known = find(statement);
    if (part.isNear && !isWorthNumbers(known)) return undefined;
    const snapshot = await readSnapshot(query, statement, known, orders.marksOf(part.order));
    if ('missing' in snapshot) {
      makeMarks(statement, snapshot.missing);
      return undefined;
    }
    if (known?.numbers && !known.findState(snapshot.marks)) await countChanges(query, statement, known, snapshot);
    const kept = part.order && (await orders.find(query, { ...part, order: part.order }, snapshot, known?.numbers));
    if (part.order && !kept) return undefined;
    // Without an await from here on, the numbers are those of the last state.
    const isCurrent = known?.numbers && known.findState(snapshot.marks) === known.states.at(-1);
    const numbers = isCurrent ? known.numbers! : await readAgain(query, statement, snapshot);
    return kept ? placePart(kept, numbers, part) : sliceNumbers(numbers, part);
  };

/** Milliseconds for which an estimate is good enough. */
const estimatedFor = 10_000;
const mostEstimates = 4000;

/** Estimates of how many records have a link. They change seldom, and only decide how a list is read. */
const createEstimates = () => {
  let known = new Map<string, { readonly total: number; readonly at: number }>();
  return async (query: Query, { sql, parameters }: SqlText): Promise<number> => {
    const key = JSON.stringify([sql, parameters]);
    const found = known.get(key);
    const now = performance.now();
    if (found && now - found.at < estimatedFor) return found.total;
    const total = (await query(sql, parameters))[0]!.total as number;
    if (known.size >= mostEstimates) known = new Map();
    known.set(key, { total, at: now });
    return total;
  };
};

/**
 * Keeps counts of lists until a unit of work of any process writes in their organization: units set the mark of what they lock
 * (write-marks.ts), and a snapshot with the marks of an earlier one has the same records and links of the organization. Records of the CI
 * service have other scopes, which might be spelled like an organization.
 *
 * After a write, lists that were counted twice are not counted again: only the changed records are checked. With the numbers that are kept
 * for that, a page far from the beginning is found without scanning the rows before it, and one of a short list without a sort.
 */
export const createKeptCounts = (write: Write) => {
  const keeping = createKeeping(write);
  const orders = createKeptOrders();
  const [countAgain, pick] = [createCounter(keeping), createPicker(keeping, orders)];
  const estimate = createEstimates();
  /** The session of a list that is read for a caller of these organizations. */
  const keepCounts = (session: SqlSession, organizations: readonly string[]): SqlSession => {
    const isKept = (sql: string, [kind, scope]: readonly unknown[]): boolean =>
      isCountOfScope(sql) && organizations.includes(scope as string) && !(kind as string).startsWith('ci-');
    const query: Query = async (sql, values, name): Promise<readonly SqlRow[]> =>
      isKept(sql, values) ? [{ total: await countAgain(session.query, { sql, values, name }) }] : session.query(sql, values, name);
    const own: Pick<SqlSession, 'query' | 'estimate' | 'pick'> = {
      query,
      estimate: (question) => estimate(session.query, question),
      pick: async ({ sql, parameters }, part) =>
        isKept(sql, parameters) ? pick(session.query, { sql, values: parameters, name: undefined }, part) : undefined,
    };
    return deriveSession(session, own);
  };
  /** For a database that lost what was read of it. */
  const forget = (): void => {
    keeping.forget();
    orders.forget();
  };
  return { keepCounts, forget };
};
