import type pg from 'pg';
import { StoreUnavailable } from '../failures.ts';
import type { BeginGroup, CommitGroup, GroupSize } from '../group-commit.ts';
import { describeNewerSchema, schemaVersion } from '../migrations.ts';
import type { PreparedStatements } from '../prepared-statements.ts';
import { createRowMemory, type RowMemory } from '../row-memory.ts';
import type { StatementObserver } from '../statement-metrics.ts';
import { type ChangedRecords, createChangedRecords, type MovedMark, sendChanges } from '../changes/changed-records.ts';
import { sendAnnouncements } from './announcements.ts';
import { runConcurrently } from './concurrent-units.ts';
import { commitDurably, type CommitMode } from './durable-commits.ts';
import { createGroupWrites, type GroupWrites } from './group-writes.ts';
import { createPostgresSession, type PostgresSession } from './postgres-session.ts';
import { parseNumbers } from './record-numbers.ts';
import { divisionByZero, readSqlState, uniqueViolation } from './sql-state.ts';
import { createUnitPreparation, type UnitPreparation } from './unit-preparation.ts';
import { rollBack } from './units.ts';
import { buildBeginSql } from './write-locks.ts';

type MultipleResults = readonly { readonly rows: readonly any[] }[];

/** The options of a new group, which has its own connection. */
interface GroupOpening {
  readonly client: pg.PoolClient;
  readonly prepared: PreparedStatements;
  /** The answer to the beginning of the transaction, which the statements of the first unit follow without waiting for it. */
  readonly ready: Promise<void>;
  readonly memory: RowMemory;
  readonly preparation: UnitPreparation;
  /** Absent: each write is asked for by itself. */
  readonly writes: GroupWrites | undefined;
  readonly changed: ChangedRecords;
  /** Messages of its units to other processes, sent with the commit. */
  readonly messages: ReadonlySet<string>;
  readonly announce: (message: string) => void;
  readonly mode: CommitMode;
  /** The marks that it moved, once it is ready. */
  readonly marks: () => readonly MovedMark[];
}

type GroupEnd = Pick<CommitGroup, 'commit' | 'rollback'>;

const createGroupEnd = (
  { client, ready, writes, changed, messages, marks, mode }: GroupOpening,
  findLateFailure: () => unknown,
): GroupEnd => ({
  async commit() {
    await ready;
    writes?.sendAll();
    // Counts kept by other processes depend on it. Without deletions nothing is awaited: all statements leave in one write to the
    // socket.
    const answers = writes?.answers();
    if (answers) await answers;
    let unrecorded: unknown;
    const fail = (error: unknown): void => void (unrecorded ??= error);
    sendChanges(client, marks(), changed, fail);
    sendAnnouncements(client, messages, fail);
    const command = await commitDurably(client, mode);
    const failure = findLateFailure() ?? unrecorded;
    // A transaction that had failed is undone by its commit.
    if (failure !== undefined || command !== 'COMMIT') throw failure ?? new Error('the database undid the transaction by itself');
    client.release();
  },
  async rollback() {
    const usable = await rollBack(client);
    client.release(!usable);
    return usable;
  },
});

const createRunTogether =
  (
    { client, prepared, ready, memory, writes, changed, announce }: GroupOpening,
    isReady: () => boolean,
  ): NonNullable<CommitGroup['runTogether']> =>
  async (works) => {
    if (!writes) return undefined;
    // A look-up has to find the writes before it.
    writes.sendAll();
    const { accept, nextNumber, capture } = writes;
    const waits = async (): Promise<void> => {
      if (!isReady()) await ready;
    };
    const outcomes = await runConcurrently({ client, prepared, changed, nextNumber, capture, accept, announce, ready: waits }, works);
    memory.clear();
    return outcomes;
  };

const createCommitGroup = (group: GroupOpening): CommitGroup => {
  const { client, ready, memory, preparation, writes, changed, announce } = group;
  let current: PostgresSession | undefined;
  let isReady = false;
  const setReady = (): void => void (isReady = true);
  ready.then(setReady, () => {});
  const released: PostgresSession[] = [];
  /** A unit that has ended may have sent what failed afterwards: then its savepoint is no longer the last, and the whole is undone. */
  const findLateFailure = (): unknown => writes?.failure() ?? released.find((session) => session.failure() !== undefined)?.failure();
  return {
    ready,
    async beginUnit(careful) {
      preparation.beginUnit();
      const later = writes?.beginUnit();
      const { prepare } = preparation;
      const opening = { memory, prepare, later: careful ? undefined : later, changed, announce, ready: isReady ? undefined : ready };
      current = createPostgresSession(client, opening);
      return current;
    },
    // The next unit begins with it, and a commit needs none.
    async releaseUnit() {
      writes?.endUnit();
      released.push(current!);
    },
    runTogether: createRunTogether(group, () => isReady),
    isUncertain: () => writes?.hasOwn() ?? false,
    async rollbackUnit() {
      writes?.endUnit();
      writes?.dropOwn();
      memory.clear();
      if (findLateFailure() !== undefined) return false;
      // Without a savepoint the unit wrote nothing, so nothing has to be undone.
      if (!preparation.hasSavepoint()) return current!.failure() === undefined;
      const isUndone = await client.query('rollback to savepoint unit').then(
        () => true,
        () => false,
      );
      return isUndone && findLateFailure() === undefined;
    },
    ...createGroupEnd(group, findLateFailure),
    mustRepeat: () => [uniqueViolation, divisionByZero].includes(readSqlState(writes?.failure())),
  };
};

/** The record that each unit reads to learn whether a caller's rights have changed. A unit that writes it locks the whole store. */
const rightsKind = 'identity';

/**
 * The locks of a group (write-locks.ts) guard what is scoped to its organizations, and these themselves. Records of the CI service have
 * other scopes, which might be spelled like an organization.
 */
const createGroupMemory = (organizations: readonly string[] | undefined): RowMemory => {
  const names = new Set<unknown>(organizations);
  return createRowMemory(({ kind, scope, key }) => {
    if (kind === rightsKind) return true;
    return kind === 'organizations' ? names.has(key) : names.has(scope) && !String(kind).startsWith('ci-');
  });
};

/** How many records a unit usually inserts. */
const numbersOfUnit = 2;

interface GroupsOptions {
  readonly pool: pg.Pool;
  readonly prepared: PreparedStatements;
  readonly mode: CommitMode;
  /** Called with the id of the current data key, which the row `writer` holds. */
  readonly onKey: (client: pg.PoolClient, keyId: string) => Promise<void>;
  readonly observe: StatementObserver | undefined;
}

/** Begins the transaction, in which a careful group reserves no numbers of records. */
const beginTransaction = (
  client: pg.PoolClient,
  organizations: readonly string[] | undefined,
  { units, careful }: GroupSize,
  { mode, onKey }: Pick<GroupsOptions, 'mode' | 'onKey'>,
) => {
  let numbers: readonly number[] = [];
  let marks: readonly MovedMark[] = [];
  const begin = async (): Promise<void> => {
    const results = (await client.query(
      buildBeginSql(organizations, mode, careful ? 0 : units * numbersOfUnit),
    )) as unknown as MultipleResults;
    const { value, oldest } = results.at(-1)!.rows[0]! as { readonly value: string; readonly oldest: string | null };
    if (Number(oldest ?? 0) > schemaVersion) throw new StoreUnavailable(describeNewerSchema('the database', Number(oldest)));
    if (!careful) numbers = parseNumbers(results.at(-2)!.rows[0]!);
    marks = results.at(careful ? -2 : -3)!.rows;
    await onKey(client, value);
  };
  const ready = begin();
  // Its failure is thrown where it is awaited.
  ready.catch(() => {});
  return { ready, numbers: () => numbers, marks: () => marks };
};

export const createPostgresGroups =
  ({ pool, prepared, mode, onKey, observe }: GroupsOptions): BeginGroup =>
  async (organizations, size) => {
    const client = await pool.connect();
    const { ready, numbers, marks } = beginTransaction(client, organizations, size, { mode, onKey });
    const changed = createChangedRecords(prepared);
    const messages = new Set<string>();
    const announce = (message: string): void => void messages.add(message);
    const preparation: UnitPreparation = createUnitPreparation(client, () => writes);
    const writes = size.careful
      ? undefined
      : createGroupWrites({ client, prepared, changed, announce, numbers, overflow: preparation.sendPending, observe });
    return createCommitGroup({
      client,
      prepared,
      ready,
      memory: createGroupMemory(organizations),
      preparation,
      writes,
      changed,
      messages,
      announce,
      mode,
      marks,
    });
  };
