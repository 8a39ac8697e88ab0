import { existsSync } from 'node:fs';
import { openStore } from '@slipway/service/store/open-store';
import type { Store } from '@slipway/service/store/store';
import { CliError } from './cli-error.ts';
import { masterKeySource, type MasterKeyOptions } from './master-key-options.ts';
import { storeAddress, type StoreOptions } from './serve/store-address.ts';

/** Opens a store that no service has open (PostgreSQL allows several). Throws a CliError if there is none. */
export async function openExistingStore(options: StoreOptions & MasterKeyOptions, orElse = 'pass --data or --postgres'): Promise<Store> {
  const address = storeAddress(options);
  if (options.postgres === undefined && !existsSync(address))
    throw new CliError(`${address} does not exist: start \`slipway serve\` once, or ${orElse}.`);
  const masterKey = masterKeySource(options);
  return openStore(address, masterKey ? { masterKey } : {});
}
