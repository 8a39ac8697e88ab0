import { createCountMemory } from '../changes/count-memory.ts';
import { type CountStatement, isCountOfScope, isDecidedByRecord, readAmong, readNumbers, readTotal } from '../changes/count-statement.ts';
import { createKeptCount, type KeptCount } from '../changes/kept-count.ts';
import { type MarkedSnapshot, readMarkedSnapshot } from '../changes/marked-changes.ts';
import type { SqlSession } from '../sql-dialect.ts';
import type { SqlRow } from '../sql-row.ts';
import { createMissingMarks } from './missing-marks.ts';
import { marksOfRead } from './write-marks.ts';

type Query = SqlSession['query'];

/** Fewer records are counted in no time, and need no marks. */
const fewest = 500;

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
    // Where another list has been quicker, the count is that of its snapshot.
    if (known.states.at(-1) === state) known.moveTo({ marks, newest: Math.max(newest, state.newest), total }, { gone, found });
    return total;
  }
  return undefined;
};

const isLater = ({ marks }: MarkedSnapshot, known: KeptCount): boolean =>
  Object.entries(known.states.at(-1)!.marks).every(([mark, value]) => BigInt(marks[mark]!) >= BigInt(value));

type Write = Parameters<typeof createMissingMarks>[0];

/** Counts by a statement, or finds out what it would say. */
const createCounter = (write: Write) => {
  const memory = createCountMemory();
  const makeMarks = createMissingMarks(write);
  const readSnapshot = (query: Query, { values }: CountStatement, known: KeptCount | undefined) => {
    const [kind, scope] = values as readonly [string, string];
    return readMarkedSnapshot(query, { kind, scope, marks: marksOfRead([scope]), since: known?.states[0]!.marks });
  };
  const countFirst = async (query: Query, statement: CountStatement, key: string): Promise<number> => {
    const reading = readSnapshot(query, statement, undefined);
    reading.catch(() => {});
    const total = await readTotal(query, statement);
    const snapshot = await reading;
    if (total < fewest) return total;
    if ('missing' in snapshot) makeMarks([statement.values[1] as string], snapshot.missing);
    else memory.set(key, createKeptCount(snapshot, total, undefined));
    return total;
  };
  const countAgain = async (query: Query, statement: CountStatement): Promise<number> => {
    const key = JSON.stringify([statement.sql, statement.values]);
    const known = memory.get(key);
    if (!known) return countFirst(query, statement, key);
    const snapshot = await readSnapshot(query, statement, known);
    if ('missing' in snapshot) return readTotal(query, statement);
    const total = known.findState(snapshot.marks)?.total ?? (await countChanges(query, statement, known, snapshot));
    if (total !== undefined) return total;
    if (!isLater(snapshot, known)) return readTotal(query, statement);
    const numbers = isDecidedByRecord(statement) ? await readNumbers(query, statement) : undefined;
    const counted = numbers?.size ?? (await readTotal(query, statement));
    memory.set(key, createKeptCount(snapshot, counted, numbers));
    return counted;
  };
  return countAgain;
};

/**
 * Counts of lists, until a unit of work has written in their organization, in whichever process: each sets the mark of what it locks
 * (write-marks.ts), and a snapshot that has the marks of an earlier one has the same records and links of the organization. Records of the
 * CI service have other scopes, which might be spelled like an organization.
 *
 * After a write, what has been counted twice is not counted again: only the records that it changed are looked at.
 */
export const createKeptCounts = (write: Write) => {
  const countAgain = createCounter(write);
  /** The session of a list that is read for a caller of these organizations. */
  return (session: SqlSession, organizations: readonly string[]): SqlSession => {
    const query: Query = async (sql, values, name): Promise<readonly SqlRow[]> => {
      const [kind, scope] = values as readonly string[];
      const isKept = isCountOfScope(sql) && organizations.includes(scope!) && !kind!.startsWith('ci-');
      if (!isKept) return session.query(sql, values, name);
      return [{ total: await countAgain(session.query, { sql, values, name }) }];
    };
    return Object.create(session, { query: { value: query } }) as SqlSession;
  };
};
