import { createDataKey, openDataKeys, type StoreKeys } from '../sealing/data-keys.ts';
import { type MasterKeySource, resolveMasterKey } from '../sealing/master-key.ts';
import { keyRows, writeDataKeys } from '../sealing/store-keys.ts';
import { defaultKeyPath } from './data-file.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

interface KeyTarget {
  readonly directory: string;
  readonly masterKey?: MasterKeySource | undefined;
}
const whereOf = (directory: string): string => `the data directory ${directory}`;

/** The keys of a store. Undefined: it has none yet. Throws StoreUnavailable where the master key is missing, or another one. */
export const readKeys = (connection: SqliteConnection, { directory, masterKey: source }: KeyTarget): StoreKeys | undefined => {
  const stored = connection.query(`select value from meta where key = '${keyRows.dataKeys}'`)[0]?.value as string | undefined;
  if (stored === undefined) return undefined;
  const masterKey = resolveMasterKey(source, defaultKeyPath(directory), false, whereOf(directory));
  return { masterKey, keys: openDataKeys(masterKey, stored, whereOf(directory)) };
};

/** Keys for a store that has none. */
export const createKeys = (connection: SqliteConnection, { directory, masterKey: source }: KeyTarget): StoreKeys => {
  const masterKey = resolveMasterKey(source, defaultKeyPath(directory), true, whereOf(directory));
  const keys = [createDataKey()];
  for (const statement of writeDataKeys(sqliteDialect, masterKey, keys)) connection.execute(statement);
  return { masterKey, keys };
};
