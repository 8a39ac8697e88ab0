import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkDirectory } from '@slipway/service/store/sqlite/check-directory';
import { CliError } from '../cli-error.ts';
import { masterKeySource, type MasterKeyOptions } from '../master-key-options.ts';
import { storeAddress, type StoreOptions } from './store-address.ts';

/** Reads a data folder without serving it; a sentence about it. Throws StoreUnavailable or a CliError with what is wrong. */
export const checkStore = (options: StoreOptions & MasterKeyOptions): string => {
  if (options.inMemory || options.postgres !== undefined)
    throw new CliError('--check reads a data folder. PostgreSQL has `pg_amcheck`; a store in memory has nothing to check.', 2);
  const folder = storeAddress(options);
  if (['slipway.db', 'slipway.db-wal', 'slipway.store'].every((name) => !existsSync(join(folder, name))))
    throw new CliError(`${folder} contains no store.`);
  const { schema, records, secrets } = checkDirectory(folder, masterKeySource(options));
  return `${folder} is sound: schema version ${schema}, ${records} records, ${secrets} of kinds with secrets, all of which open.`;
};
