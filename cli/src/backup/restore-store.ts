import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { restoreBackup, verifyBackup } from '@slipway/service/store/backup/read-backup';
import { openStore } from '@slipway/service/store/open-store';
import { CliError } from '../cli-error.ts';
import { masterKeySource, type MasterKeyOptions } from '../master-key-options.ts';
import { describeStore, storeAddress, type StoreOptions } from '../serve/store-address.ts';

type RestoreOptions = StoreOptions & MasterKeyOptions;

/** Restores next to the folder, and finally moves the complete data file into it. */
const restoreFolder = async (file: string, folder: string, options: RestoreOptions): Promise<number> => {
  for (const name of ['slipway.db', 'slipway.db-wal', 'slipway.store'])
    if (existsSync(join(folder, name))) throw new CliError(`${folder} contains a store: choose another folder, or move the store.`);
  const keyFile = join(folder, 'slipway.key');
  const masterKey = masterKeySource(options) ?? (existsSync(keyFile) ? { file: keyFile } : undefined);
  if (!masterKey)
    throw new CliError(
      `The master key of the backup is needed: copy it to ${keyFile}, or pass it ` +
        '(--master-key-file, --master-key-command or SLIPWAY_MASTER_KEY).',
    );
  const header = await verifyBackup(file);
  const draft = `${folder}.${process.pid}.restore`;
  try {
    const store = await openStore(draft, { masterKey });
    let rows: number;
    try {
      rows = await restoreBackup(store, file, header);
    } finally {
      await store.close();
    }
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    renameSync(join(draft, 'slipway.db'), join(folder, 'slipway.db'));
    return rows;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

const restoreDatabase = async (file: string, address: string, options: RestoreOptions): Promise<number> => {
  const header = await verifyBackup(file);
  const masterKey = masterKeySource(options);
  const store = await openStore(address, masterKey ? { masterKey } : {});
  try {
    return await restoreBackup(store, file, header);
  } finally {
    await store.close();
  }
};

/** Restores a backup into a folder without a store, or into an empty database; a sentence about it. */
export async function restoreStore(file: string, options: RestoreOptions): Promise<string> {
  if (!existsSync(file)) throw new CliError(`${file} does not exist.`);
  const restore = options.postgres === undefined ? restoreFolder : restoreDatabase;
  const rows = await restore(file, storeAddress(options), options);
  return `Restored ${rows} rows into ${describeStore(options)}.`;
}
