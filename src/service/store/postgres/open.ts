import { StoreUnavailable } from '../failures.ts';
import { groupCommit } from '../group-commit.ts';
import { retrying, type Patience } from '../retry.ts';
import { statements } from '../statements.ts';
import { Stale, type Store } from '../store.ts';
import { transactionOf } from '../transaction.ts';
import { viewOf } from '../view.ts';
import { wholeTables } from '../whole/whole.ts';
import { postgresDialect } from './dialect.ts';
import { migrate } from './migrate.ts';
import { nameOf, poolOf } from './pool.ts';
import { inOurWords, isRace } from './sql-state.ts';
import { groupOf, readUnit } from './units.ts';

export interface PostgresTarget {
  /** `postgres://user:password@host:5432/database` */
  readonly url: string;
  /** Connections at most; 10 unless said. */
  readonly poolSize?: number;
}

const prepared = statements(postgresDialect.db);

/** The shared store: any number of processes. Throws StoreUnavailable (unreachable, refused, newer schema). */
export const openPostgres = async ({ url, poolSize = 10 }: PostgresTarget): Promise<Store> => {
  const where = nameOf(url);
  const pool = poolOf(url, poolSize);
  let closed: Promise<void> | undefined;

  const speaking = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw new StoreUnavailable('the store is closed');
    try { return await work(); } catch (error) { throw inOurWords(error, where); }
  };
  const writes = groupCommit(groupOf(pool), { enter: async () => {}, leave: () => {} });
  const patience: Patience = { tries: 5, pause: (n) => 4 * 2 ** n, again: (error) => isRace(error) || error instanceof Stale };

  try {
    await speaking(async () => {
      const client = await pool.connect();
      try { await migrate(client, where); } finally { client.release(); }
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    shared: true,
    read: (work) => speaking(() => readUnit(pool, (session) => work(viewOf(postgresDialect, prepared, session)))),
    write: (work) => speaking(() => retrying(patience, () => writes.write((session) => work(transactionOf(postgresDialect, prepared, session))))),
    clear: () => speaking(() => writes.write(async (session) => {
      for (const table of wholeTables) await session.rows(`delete from slipway.${table}`, []);
    })),
    close: () => closed ??= (async () => {
      while (writes.busy()) await new Promise(setImmediate);
      await pool.end();
    })(),
  };
};
