import { StoreUnavailable } from '../failures.ts';
import { retrying } from '../retry.ts';
import { statements } from '../statements.ts';
import { Stale, type Store } from '../store.ts';
import { transactionOf } from '../transaction.ts';
import { viewOf } from '../view.ts';
import { postgresDialect } from './dialect.ts';
import { migrate } from './migrate.ts';
import { nameOf, poolOf } from './pool.ts';
import { inOurWords, isRace } from './sql-state.ts';
import { unit } from './unit.ts';

export interface PostgresTarget {
  /** `postgres://user:password@host:5432/database` */
  readonly url: string;
  /** Connections at most; 10 unless said. */
  readonly poolSize?: number;
}

const prepared = statements(postgresDialect.db);

const snapshot = ['begin isolation level repeatable read read only'];
/**
 * Serializable, because a unit reads, decides and writes: with less, two processes could each decide on what the other
 * changes (the embedded store, where units follow one another, never does that). What it costs is units that run again.
 */
const serializable = ['begin isolation level serializable'];
/** Alone among writers, a unit cannot lose another race: this bounds the tries under any load. */
const alone = [...serializable, 'lock table slipway.records in share row exclusive mode'];
const racingTries = 6;

/** The shared store: any number of processes. Throws StoreUnavailable (unreachable, refused, newer schema). */
export const openPostgres = async ({ url, poolSize = 10 }: PostgresTarget): Promise<Store> => {
  const where = nameOf(url);
  const pool = poolOf(url, poolSize);
  let closed: Promise<void> | undefined;

  const speaking = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw new StoreUnavailable('the store is closed');
    try { return await work(); } catch (error) { throw inOurWords(error, where); }
  };
  const write: Store['write'] = (work) => speaking(() => retrying(
    { tries: racingTries + 4, pause: (n) => Math.min(4 * 2 ** n, 250), again: (error) => isRace(error) || error instanceof Stale },
    (n) => unit(pool, n > racingTries ? alone : serializable, (session) => work(transactionOf(postgresDialect, prepared, session))),
  ));

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
    read: (work) => speaking(() => unit(pool, snapshot, (session) => work(viewOf(postgresDialect, prepared, session)))),
    write,
    clear: () => speaking(() => unit(pool, alone, async (session) => {
      await session.rows('delete from slipway.links', []);
      await session.rows('delete from slipway.records', []);
    })),
    close: () => closed ??= pool.end(),
  };
};
