import type pg from 'pg';
import type { LateInserts } from '../late-inserts.ts';
import type { PreparedStatements } from '../prepared-statements.ts';
import type { BulkInsert } from './bulk-inserts.ts';
import { createPendingInserts, type PendingInserts } from './pending-inserts.ts';
import { createRecordNumbers } from './record-numbers.ts';
import { createNewRecords, createUnitInserts } from './unit-inserts.ts';

/** The inserts of a transaction, for the group of units that it holds. */
export interface GroupInserts extends Pick<PendingInserts, 'hasOwn' | 'isApart'> {
  beginUnit(): LateInserts;
  /** Nothing is inserted any more on behalf of the unit. */
  endUnit(): void;
  dropOwn(): void;
  /** The unit has sent a write that may have deleted what it inserted. */
  forgetNew(): void;
  sendEarlier(): void;
  sendAll(): void;
  /** Why the transaction cannot be kept. */
  failure(): unknown;
}

/** `overflow`: sends what is pending as the statement of a unit. `numbers`: reserved ones. */
export const createGroupInserts = (
  client: pg.PoolClient,
  prepared: PreparedStatements,
  numbers: () => readonly number[],
  overflow: () => void,
): GroupInserts => {
  const pending = createPendingInserts(prepared);
  const nextNumber = createRecordNumbers(client, numbers);
  const news = createNewRecords();
  let failure: unknown;
  let unit = 0;
  const send = (inserts: readonly BulkInsert[]): void => {
    for (const { statement, values } of inserts)
      client.query({ text: statement.sql, name: statement.name, values: values as unknown[] }).catch((error: unknown) => {
        failure ??= error;
      });
  };
  const endUnit = (): void => {
    unit += 1;
    news.clear();
  };
  return {
    beginUnit() {
      endUnit();
      pending.beginUnit();
      const own = unit;
      return createUnitInserts({ pending, news, nextNumber, isOver: () => unit !== own, overflow });
    },
    endUnit,
    dropOwn: pending.dropOwn,
    forgetNew: news.clear,
    hasOwn: pending.hasOwn,
    isApart: pending.isApart,
    sendEarlier: () => send(pending.takeEarlier()),
    sendAll: () => send(pending.takeAll()),
    failure: () => failure,
  };
};
