import type { LateInserts, LateRecord } from '../late-inserts.ts';
import type { SqlSession } from '../sql-dialect.ts';
import type { WithinUnit } from './bulk-inserts.ts';
import type { PendingInserts } from './pending-inserts.ts';

/** So many rows are sent without waiting for the end of the transaction. */
const maxPending = 500;
/** The same in characters of their documents. */
const maxPendingText = 1_000_000;

const sumText = (records: readonly LateRecord[]): number => records.reduce((sum, { body }) => sum + body.length, 0);

/** What a unit inserted: nothing else can have linked it yet. */
export const createNewRecords = () => {
  const numbers = new Map<string, number>();
  const links = new Set<string>();
  return {
    add: (id: string, seq: number): void => void numbers.set(id, seq),
    numberOf: (id: string): number | undefined => numbers.get(id),
    /** False: it was there. */
    addLink(...ends: readonly string[]): boolean {
      const key = JSON.stringify(ends);
      if (links.has(key)) return false;
      links.add(key);
      return true;
    },
    clear(): void {
      numbers.clear();
      links.clear();
    },
  };
};

export interface UnitInserts extends LateInserts {
  readonly addAuditRow: NonNullable<SqlSession['addAuditRow']>;
}
export type NewRecords = ReturnType<typeof createNewRecords>;

export interface UnitInsertOptions {
  readonly pending: PendingInserts;
  readonly news: NewRecords;
  readonly nextNumber: LateInserts['nextNumber'];
  readonly isOver: () => boolean;
  /** Called within the unit, at its first insert. */
  readonly capture?: (() => WithinUnit) | undefined;
  /** Called where more is pending than should be. */
  readonly overflow: () => void;
}

export const createUnitInserts = ({ pending, news, nextNumber, isOver, capture, overflow }: UnitInsertOptions): UnitInserts => {
  const { records, links, events } = pending;
  let within: WithinUnit | undefined;
  const requireOpen = (): void => {
    if (isOver()) throw new Error('this unit of work has ended: await everything inside it');
    within ??= capture?.();
  };
  return {
    nextNumber,
    insertRecord(record) {
      requireOpen();
      const { id, kind, scope, key } = record;
      if (records.some((one) => one.id === id || (one.key === key && one.scope === scope && one.kind === kind))) return false;
      records.push({ ...record, within });
      news.add(id, record.seq);
      if (records.length >= maxPending || sumText(records) > maxPendingText) overflow();
      return true;
    },
    insertLink(kind, from, to, note) {
      requireOpen();
      const seq = news.numberOf(from);
      if (seq === undefined || !news.addLink(kind, from, to)) return false;
      links.push({ kind, from, to, note, seq, within });
      return true;
    },
    addAuditRow(values) {
      requireOpen();
      events.push({ values, within });
    },
  };
};
