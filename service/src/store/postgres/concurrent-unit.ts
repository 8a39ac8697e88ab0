import type { ChangedRecords } from '../changes/changed-records.ts';
import type { LateWrites } from '../late-writes.ts';
import type { PreparedStatements } from '../prepared-statements.ts';
import type { SqlSession } from '../sql-dialect.ts';
import type { SqlRow } from '../sql-row.ts';
import type { WithinUnit } from './bulk-writes.ts';
import { createLists, isApart, type PendingLists } from './pending-writes.ts';
import type { createReadNames, UnitReads } from './unit-footprint.ts';
import { createNewRecords, createUnitWrites } from './unit-writes.ts';

/** A unit that runs in parallel with others of its transaction, and sends only look-ups. */
export interface ConcurrentUnit {
  readonly session: SqlSession;
  /** The writes of the unit, which are not sent yet. */
  readonly pending: PendingLists;
  readonly reads: UnitReads;
  /** Messages of the unit to other processes. */
  readonly messages: readonly string[];
  /** Whether the unit needed an operation that is not possible in parallel: it then has to run by itself, whatever its outcome. */
  hasLeft(): boolean;
  end(): void;
}

export interface ConcurrentUnitOptions {
  readonly prepared: PreparedStatements;
  readonly nameRead: ReturnType<typeof createReadNames>;
  readonly changed: ChangedRecords;
  readonly nextNumber: LateWrites['nextNumber'];
  readonly ready: () => Promise<void> | undefined;
  readonly lookUp: SqlSession['query'];
  readonly capture?: (() => WithinUnit) | undefined;
}

/** The look-ups of a unit. Any other query ends it. */
const createReads = ({ prepared, nameRead, lookUp }: ConcurrentUnitOptions, pending: PendingLists) => {
  const names = new Set<string>();
  const found: (readonly SqlRow[])[] = [];
  let [isOver, left] = [false, false];
  const leave = (): void => void (left = true);
  const leaveNow = async (): Promise<never> => {
    leave();
    throw new Error('runs again by itself');
  };
  const query: SqlSession['query'] = async (sql, values, name) => {
    if (isOver) throw new Error('this unit of work has ended: await everything inside it');
    const read = nameRead(sql, values);
    if (left || read === undefined || !isApart(prepared, pending, sql, values)) return leaveNow();
    names.add(read);
    const rows = await lookUp(sql, values, name);
    if (rows.length > 0) found.push(rows);
    return rows;
  };
  return {
    reads: { names, rows: found },
    query,
    leave,
    leaveNow,
    hasLeft: () => left,
    isOver: () => isOver,
    end: () => void (isOver = true),
  };
};

export const createConcurrentUnit = (options: ConcurrentUnitOptions): ConcurrentUnit => {
  const { changed, nextNumber, ready, capture } = options;
  const pending = createLists();
  const { reads, query, leave, leaveNow, hasLeft, isOver, end } = createReads(options, pending);
  const messages: string[] = [];
  const news = createNewRecords();
  const writes = createUnitWrites({ pending, changed, news, nextNumber, capture, isOver, overflow: leave });
  const insertRecord: LateWrites['insertRecord'] = (record) => {
    // The database would have to be asked.
    if (!writes.insertRecord(record)) leave();
    return true;
  };
  const session: SqlSession = {
    later: { ...writes, insertRecord },
    addAuditRow: writes.addAuditRow,
    ready,
    joinsLookups: true,
    query,
    queryUnlessDuplicate: leaveNow,
    announce: (message) => void messages.push(message),
  };
  return { session, pending, reads, messages, hasLeft, end };
};
