import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import type { ChangedRecords } from '../changes/changed-records.ts';
import type { PreparedStatements } from '../prepared-statements.ts';
import type { StatementObserver } from '../statement-metrics.ts';
import type { LateWrites } from '../late-writes.ts';
import type { BulkWrite, WithinUnit } from './bulk-writes.ts';
import { createPendingWrites, type PendingWrites } from './pending-writes.ts';
import { createRecordNumbers } from './record-numbers.ts';
import { createNewRecords, createUnitWrites, isMuch, type UnitWrites } from './unit-writes.ts';

/** The late writes of a transaction, for the group of units that it holds. */
export interface GroupWrites extends Pick<PendingWrites, 'hasOwn' | 'isApart'> {
  beginUnit(): UnitWrites;
  /** Nothing is inserted any more on behalf of the unit. */
  endUnit(): void;
  dropOwn(): void;
  /** The unit has sent a write that may have deleted what it inserted. */
  forgetNew(): void;
  /** Takes over what a unit wrote that ran beside others. */
  accept(pending: PendingWrites): void;
  readonly nextNumber: LateWrites['nextNumber'];
  /** Absent where nobody observes statements. */
  readonly capture?: () => WithinUnit;
  sendEarlier(): void;
  sendAll(): void;
  /** Why the transaction cannot be kept. */
  failure(): unknown;
}

export interface GroupWriteOptions {
  readonly client: pg.PoolClient;
  readonly prepared: PreparedStatements;
  readonly changed: ChangedRecords;
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

/** Sends statements for units that may be over: the first of them sends it, and the others have taken part in it. */
const createSender = ({ client, observe }: GroupWriteOptions) => {
  let failure: unknown;
  const send = async ({ statement: { sql, name }, values, units }: BulkWrite): Promise<void> => {
    const began = performance.now();
    const ask = (): Promise<unknown> => client.query({ text: sql, name, values: values as unknown[] });
    try {
      let answer: Promise<unknown> | undefined;
      units[0]?.(() => (answer = ask()));
      await (answer ?? ask());
    } catch (error) {
      failure ??= error;
    }
    for (const within of units.slice(1)) within(() => observe?.(sql, performance.now() - began));
  };
  return { send: (inserts: readonly BulkWrite[]): void => void inserts.map(send), failure: () => failure };
};

export const createGroupWrites = (options: GroupWriteOptions): GroupWrites => {
  const { client, prepared, changed, numbers, overflow, observe } = options;
  const pending = createPendingWrites(prepared);
  const nextNumber = createRecordNumbers(client, numbers);
  const news = createNewRecords();
  const capturing = observe ? { capture: captureUnit } : {};
  const { send, failure } = createSender(options);
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
      if (isMuch(pending.records) || isMuch(pending.updates)) send(pending.takeAll());
    },
    nextNumber,
    ...capturing,
    forgetNew: news.clear,
    hasOwn: pending.hasOwn,
    isApart: pending.isApart,
    sendEarlier: () => send(pending.takeEarlier()),
    sendAll: () => send(pending.takeAll()),
    failure,
  };
};
