import { openSqlite } from '../../src/service/store/sqlite/open.ts';
import type { Store } from '../../src/service/store/store.ts';

let open = async (): Promise<Store> => openSqlite({ memory: true });

/** An empty store for one test: SQLite in memory, unless `storesAre` said otherwise. */
export const newStore = (): Promise<Store> => open();

/** For all tests of this process from now on. */
export const storesAre = (opener: () => Promise<Store>): void => { open = opener; };
