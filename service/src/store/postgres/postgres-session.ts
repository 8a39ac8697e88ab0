import type pg from 'pg';
import type { RowMemory } from '../row-memory.ts';
import type { Announcer } from '../late-writes.ts';
import type { SqlSession } from '../sql-dialect.ts';
import type { UnitSession } from '../group-commit.ts';
import type { ChangedRecords } from '../changes/changed-records.ts';
import type { UnitWrites } from './unit-writes.ts';
import { readSqlState, uniqueViolation } from './sql-state.ts';

/** What a unit of work begins with. */
export interface SessionOpening extends Announcer {
  /** Sent with the first statement of the unit, and not before. */
  readonly begin?: string;
  /** Resolves when rows can be opened and sealed: the keys of the store are the current ones. */
  readonly ready?: Promise<void> | undefined;
  readonly memory?: RowMemory;
  readonly later?: UnitWrites | undefined;
  /** Called before each statement, so that it can send others ahead; their failures are those of the unit. */
  readonly prepare?: (text: string, values: readonly unknown[], fail: (error: unknown) => unknown) => void;
  readonly changed?: ChangedRecords;
}
export interface PostgresSession extends UnitSession {
  /** Whether anything was sent. */
  hasBegun(): boolean;
}

type Send = (text: string, values?: readonly unknown[], name?: string) => Promise<pg.QueryResult['rows']>;

/** Sends statements of one unit until it has ended or failed. */
const createSender = (client: pg.PoolClient, { begin, ready, prepare, changed }: SessionOpening) => {
  let broken: unknown;
  let over = false;
  let begun = false;
  let pending = ready;
  const fail = (error: unknown): unknown => (broken ??= error);
  pending?.then(() => (pending = undefined), fail);
  const send: Send = async (text, values, name) => {
    if (over) throw new Error('this unit of work has ended: await everything inside it');
    if (broken !== undefined) throw broken;
    if (!begun && begin !== undefined) client.query(begin).catch(fail);
    begun = true;
    prepare?.(text, values ?? [], fail);
    const noteChanges = changed?.watch(text);
    const { rows } = await client.query({ text, values: values as unknown[] | undefined, name });
    noteChanges?.(rows);
    if (pending) await pending;
    return rows;
  };
  return {
    send,
    fail,
    ready: () => pending,
    failure: () => broken,
    hasBegun: () => begun,
    end: () => {
      over = true;
    },
  };
};

/** Runs a statement that may meet a taken key: it is then undone, and the unit continues. */
const tryStatement = async (
  { send, fail, failure }: ReturnType<typeof createSender>,
  ...[text, values, name]: Parameters<SqlSession['query']>
): Promise<readonly object[] | undefined> => {
  send('savepoint taken').catch(fail);
  try {
    const rows = await send(text, values, name);
    send('release savepoint taken').catch(fail);
    return rows;
  } catch (error) {
    if (failure() !== undefined || readSqlState(error) !== uniqueViolation) throw fail(error);
    send('rollback to savepoint taken').catch(fail);
    return undefined;
  }
};

/**
 * A connection is a pipeline: statements are sent at once and answered in their order, so that those of a unit that need nothing of one
 * another cost one round trip together. After a statement failed, those behind it fail as well; the unit's failure is the first.
 */
export const createPostgresSession = (client: pg.PoolClient, opening: SessionOpening = {}): PostgresSession => {
  const sender = createSender(client, opening);
  const { failure, hasBegun, end } = sender;
  /** Set while it is open whether what was sent last is to be undone. */
  let undecided: Promise<unknown> | undefined;
  const sendOrFail: Send = async (...statement) => {
    try {
      return await sender.send(...statement);
    } catch (error) {
      throw sender.fail(error);
    }
  };
  const afterDecision = async <T>(ask: () => Promise<T>): Promise<T> => {
    while (undecided) await undecided.catch(() => {});
    return ask();
  };
  return {
    memory: opening.memory,
    later: opening.later,
    addAuditRow: opening.later?.addAuditRow,
    announce: opening.announce,
    ready: sender.ready,
    send: (...statement) => void afterDecision(() => sendOrFail(...statement)).catch(sender.fail),
    query: (...statement) => (undecided ? afterDecision(() => sendOrFail(...statement)) : sendOrFail(...statement)),
    queryUnlessDuplicate: (...statement) =>
      afterDecision(() => {
        const attempt = tryStatement(sender, ...statement) as Promise<pg.QueryResult['rows'] | undefined>;
        const decide = (): void => void (undecided = undefined);
        undecided = attempt;
        attempt.then(decide, decide);
        return attempt;
      }),
    failure,
    hasBegun,
    end,
  };
};
