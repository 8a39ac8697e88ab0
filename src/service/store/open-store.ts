import type { Store } from './store.ts';

/**
 * A store by its address: a directory, `memory`, or `postgres://user@host:port/database`. The engine that is not used is not loaded.
 * Throws StoreUnavailable or StorageFull.
 */
export const openStore = async (target: string): Promise<Store> => {
  if (/^postgres(ql)?:/.test(target)) return (await import('./postgres/open-postgres.ts')).openPostgres({ url: target });
  const { openSqlite } = await import('./sqlite/open-sqlite.ts');
  return openSqlite(target === 'memory' ? { memory: true } : { directory: target });
};
