import type { MasterKeySource } from './sealing/master-key.ts';
import type { StatementObserver } from './statement-metrics.ts';
import type { Store } from './store.ts';

export interface OpenOptions {
  /** Default: a key file, `slipway.key` in the directory, `.slipway/postgres.key` for PostgreSQL. A store in memory needs none. */
  readonly masterKey?: MasterKeySource;
  readonly observeStatement?: StatementObserver | undefined;
  /** `postgres://…` of a replica of the database. */
  readonly replica?: string | undefined;
  /** Whether what is left of a directory is opened that lacks something (docs/decisions/0148). */
  readonly acceptLoss?: boolean | undefined;
  /** Reports a message to the operator of the service. */
  readonly report?: ((message: string) => void) | undefined;
}

const openTarget = async (target: string, options: OpenOptions): Promise<Store> => {
  if (/^postgres(ql)?:/.test(target)) return (await import('./postgres/open-postgres.ts')).openPostgres({ url: target, ...options });
  const { openSqlite } = await import('./sqlite/open-sqlite.ts');
  return openSqlite(target === 'memory' ? { memory: true, ...options } : { directory: target, ...options });
};

/**
 * A store by its address: a directory, `memory`, or `postgres://user@host:port/database`. The engine that is not used is not loaded.
 * Secrets that an older release stored in clear are sealed. Throws StoreUnavailable or StorageFull.
 */
export const openStore = async (target: string, options: OpenOptions = {}): Promise<Store> => {
  const store = await openTarget(target, options);
  try {
    await store.sealAll();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
};
