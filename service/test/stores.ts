import { openSqlite } from '../src/store/sqlite/open-sqlite.ts';
import type { Store } from '../src/store/store.ts';

let openStore = async (): Promise<Store> => openSqlite({ memory: true });

/** An empty store for one test: SQLite in memory, unless `storesAre` said otherwise. */
export const newStore = (): Promise<Store> => openStore();

/** All rows as the store keeps them, as JSON. */
export const readStoredRows = (store: Store): Promise<string> =>
  store.read(async (view) => {
    let text = '';
    for await (const portion of view.archive.portions()) text += JSON.stringify(portion);
    return text;
  });

/** For all tests of this process from now on. Returns what opened stores before. */
export const setStoreOpener = (opener: () => Promise<Store>): (() => Promise<Store>) => {
  const former = openStore;
  openStore = opener;
  return former;
};
