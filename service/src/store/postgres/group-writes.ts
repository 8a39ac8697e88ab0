import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import type { ChangedRecords } from '../changes/changed-records.ts';
import type { PreparedStatements } from '../prepared-statements.ts';
import type { StatementObserver } from '../statement-metrics.ts';
import type { LateWrites } from '../late-writes.ts';
import type { BulkWrite, PendingDeletion, WithinUnit } from './bulk-writes.ts';
import { createPendingWrites, type PendingLists, type PendingWrites } from './pending-writes.ts';
import { createRecordNumbers } from './record-numbers.ts';
import { createNewRecords, createUnitWrites, isManyNames, isMuch, type UnitWrites } from './unit-writes.ts';

/** The late writes of a transaction, for the group of units that it holds. */
export interface GroupWrites extends Pick<PendingWrites, 'hasOwn' | 'isApart'> {
  beginUnit(): UnitWrites;
  /** Ends the unit: no more rows are inserted on its behalf. */
  endUnit(): void;
  dropOwn(): void;
  /** The unit has sent a write that may have deleted what it inserted. */
  forgetNew(): void;
  /** Takes over the writes of a unit that ran in parallel. */
  accept(pending: PendingLists): void;
  readonly nextNumber: LateWrites['nextNumber'];
  /** Absent if statements are not observed. */
  readonly capture?: () => WithinUnit;
  sendEarlier(): void;
  sendAll(): void;
  /** Pending while it is open what deletions found. */
  answers(): Promise<unknown> | undefined;
  /** Why the transaction cannot be kept. */
  failure(): unknown;
}

export interface GroupWriteOptions {
  readonly client: pg.PoolClient;
  readonly prepared: PreparedStatements;
  readonly changed: ChangedRecords;
  readonly announce: (message: string) => void;
  /** Numbers that are reserved. */
  readonly numbers: () => readonly number[];
  /** Sends what is pending, as a statement of the unit that runs. */
  readonly overflow: () => void;
  readonly observe: StatementObserver | undefined;
}

const captureUnit = (): WithinUnit => {
  const resource = new AsyncResource('slipway.unit');
  return (run) => resource.runInAsyncScope(run);
};

/** A record that was there, or without a kind one from which a link led to such a record. */
interface DeletedRow {
  readonly kind: string | null;
  readonly seq: number;
}

/** Passes deleted rows on to who deleted them and to who keeps counts. */
const createNoteDeleted =
  ({ changed, announce }: GroupWriteOptions) =>
  (deletions: readonly PendingDeletion[], rows: readonly DeletedRow[]): void => {
    for (const { seq } of rows) changed.noteRecord(seq);
    for (const kind of new Set(rows.flatMap((row) => row.kind ?? [])))
      for (const { kinds, below, report } of deletions) if (kinds.has(kind) || below.has(kind)) report(kind, { announce });
  };

/**
 * Sends statements of several units, some of which may be over, in the asynchronous context of the first; the others observe it afterwards.
 */
const createSender = (options: GroupWriteOptions) => {
  const { client, observe } = options;
  let failure: unknown;
  const noteDeleted = createNoteDeleted(options);
  const awaited = new Set<Promise<void>>();
  const send = async ({ statement: { sql, name }, values, units, deletions }: BulkWrite): Promise<void> => {
    const began = performance.now();
    const ask = (): Promise<pg.QueryResult> => client.query({ text: sql, name, values: values as unknown[] });
    try {
      let answer: Promise<pg.QueryResult> | undefined;
      units[0]?.(() => (answer = ask()));
      const { rows } = await (answer ?? ask());
      if (deletions) noteDeleted(deletions, rows);
    } catch (error) {
      failure ??= error;
    }
    for (const within of units.slice(1)) within(() => observe?.(sql, performance.now() - began));
  };
  return {
    send(writes: readonly BulkWrite[]): void {
      for (const write of writes) {
        const sent = send(write);
        if (!write.deletions) continue;
        awaited.add(sent);
        void sent.then(() => awaited.delete(sent));
      }
    },
    answers: (): Promise<unknown> | undefined => (awaited.size > 0 ? Promise.all(awaited) : undefined),
    failure: () => failure,
  };
};

export const createGroupWrites = (options: GroupWriteOptions): GroupWrites => {
  const { client, prepared, changed, numbers, overflow, observe } = options;
  const pending = createPendingWrites(prepared);
  const nextNumber = createRecordNumbers(client, numbers);
  const news = createNewRecords();
  const capturing = observe ? { capture: captureUnit } : {};
  const { send, answers, failure } = createSender(options);
  let unit = 0;
  const endUnit = (): void => {
    unit += 1;
    news.clear();
  };
  return {
    beginUnit() {
      endUnit();
      pending.beginUnit();
      const own = unit;
      const isOver = (): boolean => unit !== own;
      return createUnitWrites({ pending, changed, news, nextNumber, isOver, overflow, ...capturing });
    },
    endUnit,
    dropOwn: pending.dropOwn,
    accept(other) {
      pending.accept(other);
      if (isMuch(pending.records) || isMuch(pending.updates) || isManyNames(pending.deletions)) send(pending.takeAll());
    },
    nextNumber,
    ...capturing,
    forgetNew: news.clear,
    hasOwn: pending.hasOwn,
    isApart: pending.isApart,
    sendEarlier: () => send(pending.takeEarlier()),
    sendAll: () => send(pending.takeAll()),
    answers,
    failure,
  };
};
