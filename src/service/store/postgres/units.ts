import type pg from 'pg';
import { StoreUnavailable } from '../failures.ts';
import { describeNewerSchema, schemaVersion } from '../migrations.ts';
import type { CommitGroup } from '../group-commit.ts';
import { createRowMemory, type RowMemory } from '../row-memory.ts';
import { createPostgresSession, type PostgresSession } from './postgres-session.ts';
import { buildBeginSql } from './write-locks.ts';

/** A connection that cannot even roll back is not given to the next unit. */
const rollBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  );

/** Gives the connection back when it is out of its transaction. Nobody waits for that. */
const releaseRolledBack = (client: pg.PoolClient): void => void rollBack(client).then((usable) => client.release(!usable));

/** Questions about one snapshot, beside all writes. The snapshot begins with the first question. */
export const beginReadUnit = (client: pg.PoolClient): PostgresSession =>
  createPostgresSession(client, { begin: 'begin isolation level repeatable read read only' });

/** Gives the connection back. */
export const endReadUnit = (client: pg.PoolClient, session: PostgresSession): void => {
  session.end();
  if (session.hasBegun()) releaseRolledBack(client);
  else client.release();
};

export const runReadUnit = async <T>(pool: pg.Pool, work: (session: PostgresSession) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  const session = beginReadUnit(client);
  try {
    return await work(session);
  } finally {
    endReadUnit(client, session);
  }
};

const nextUnitSql = 'release savepoint unit; savepoint unit';

type MultipleResults = readonly { readonly rows: readonly { readonly value: string; readonly oldest: string | null }[] }[];

/** `ready`: the answer to the beginning of the transaction, which the statements of the first unit follow without waiting for it. */
const createCommitGroup = (client: pg.PoolClient, ready: Promise<void>, memory: RowMemory): CommitGroup => {
  let current: PostgresSession | undefined;
  const released: PostgresSession[] = [];
  /** A unit that has ended may have sent what failed afterwards: then its savepoint is no longer the last, and the whole is undone. */
  const findLateFailure = (): unknown => released.find((session) => session.failure() !== undefined)?.failure();
  return {
    async beginUnit() {
      current = createPostgresSession(client, { memory, ...(current ? { begin: nextUnitSql } : { ready }) });
      return current;
    },
    // The next unit begins with it, and a commit needs none.
    async releaseUnit() {
      released.push(current!);
    },
    async rollbackUnit() {
      memory.clear();
      if (findLateFailure() !== undefined) return false;
      // A unit that sent nothing has no savepoint of its own.
      if (!current!.hasBegun()) return true;
      return client.query('rollback to savepoint unit').then(
        () => true,
        () => false,
      );
    },
    async commit() {
      await ready;
      const { command } = await client.query('commit');
      const failure = findLateFailure();
      // A transaction that had failed is undone by its commit.
      if (failure !== undefined || command !== 'COMMIT') throw failure ?? new Error('the database undid the transaction by itself');
      client.release();
    },
    async rollback() {
      const usable = await rollBack(client);
      client.release(!usable);
      return usable;
    },
  };
};

/** The record by which each unit of work asks whether somebody's rights have changed. Who writes it has the whole store to itself. */
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

/** `onKey` is called with the id of the current data key, which the row `writer` holds. */
export const createPostgresGroups =
  (pool: pg.Pool, onKey: (client: pg.PoolClient, keyId: string) => Promise<void>) =>
  async (organizations: readonly string[] | undefined): Promise<CommitGroup> => {
    const client = await pool.connect();
    const begin = async (): Promise<void> => {
      const results = (await client.query(buildBeginSql(organizations))) as unknown as MultipleResults;
      const { value, oldest } = results.at(-2)!.rows[0]!;
      if (Number(oldest ?? 0) > schemaVersion) throw new StoreUnavailable(describeNewerSchema('the database', Number(oldest)));
      await onKey(client, value);
    };
    const ready = begin();
    // Whoever waits for it hears of its failure.
    ready.catch(() => {});
    return createCommitGroup(client, ready, createGroupMemory(organizations));
  };
