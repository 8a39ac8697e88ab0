import { type ServiceProcess, serviceProcess } from '../service-process.ts';
import { openPostgres } from '../../../service/src/store/postgres/open-postgres.ts';
import { openSqlite } from '../../../service/src/store/sqlite/open-sqlite.ts';
import type { Store } from '../../../service/src/store/store.ts';

/** Where a service keeps its data. `masterKey`: 32 bytes in base64. */
export type Storage =
  | { readonly name: 'SQLite'; readonly directory: string; readonly masterKey: string }
  | { readonly name: 'PostgreSQL'; readonly url: string; readonly masterKey: string };

/** `slipway serve` over the storage. */
export const startOn = (storage: Storage): Promise<ServiceProcess> => {
  const place = 'url' in storage ? ['--postgres', storage.url] : ['--data', storage.directory];
  return serviceProcess([...place, '--master-key-command', `echo ${storage.masterKey}`]);
};

/** The store itself, while no service has it. */
export const openStorage = async (storage: Storage): Promise<Store> => {
  const masterKey = { value: storage.masterKey };
  return 'url' in storage ? openPostgres({ url: storage.url, masterKey }) : openSqlite({ directory: storage.directory, masterKey });
};
