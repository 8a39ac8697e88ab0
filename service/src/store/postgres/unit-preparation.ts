import type pg from 'pg';
import type { SessionOpening } from './postgres-session.ts';
import type { GroupWrites } from './group-writes.ts';

type Fail = (error: unknown) => void;

export interface UnitPreparation {
  beginUnit(): void;
  /** Whether something of this unit was written that a savepoint can undo. */
  hasSavepoint(): boolean;
  /** Before a statement of the unit. */
  readonly prepare: NonNullable<SessionOpening['prepare']>;
  /** Sends what is pending. */
  sendPending(): void;
}

/**
 * Sends, before a statement of a unit, what it depends on: the writes that it may read, and a savepoint if a write of the unit might have
 * to be undone.
 */
export const createUnitPreparation = (client: pg.PoolClient, findWrites: () => GroupWrites | undefined): UnitPreparation => {
  let [hasOwnSavepoint, hasSavepoint] = [false, false];
  const setSavepoint = (fail: Fail): void => {
    client.query(hasSavepoint ? 'release savepoint unit; savepoint unit' : 'savepoint unit').catch(fail);
    [hasOwnSavepoint, hasSavepoint] = [true, true];
  };
  const send = (isWrite: boolean, fail: Fail): void => {
    const writes = findWrites();
    writes?.sendEarlier();
    if (!hasOwnSavepoint && (isWrite || writes?.hasOwn())) setSavepoint(fail);
    writes?.sendAll();
  };
  return {
    beginUnit: (): void => void (hasOwnSavepoint = false),
    hasSavepoint: () => hasOwnSavepoint,
    prepare(text, values, fail) {
      const isWrite = !text.startsWith('select ');
      if (!isWrite && (findWrites()?.isApart(text, values) ?? true)) return;
      send(isWrite, fail);
      if (isWrite) findWrites()?.forgetNew();
    },
    // If the savepoint fails, so do the following statements.
    sendPending: () => send(false, () => {}),
  };
};
