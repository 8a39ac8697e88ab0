import { readMasterKey } from '@slipway/service/store/sealing/master-key';
import { openExistingStore } from '../existing-store.ts';
import { masterKeySource, type MasterKeyOptions } from '../master-key-options.ts';
import { describeStore, type StoreOptions } from '../serve/store-address.ts';

interface RotationOptions extends StoreOptions, MasterKeyOptions {
  readonly newMasterKeyFile?: string;
  readonly newMasterKeyCommand?: string;
}

/** Rotates the data key, and the master key where a new one is given; what was done, as a sentence. */
export async function rotateStoreKeys(options: RotationOptions): Promise<string> {
  const next = masterKeySource(
    {
      ...(options.newMasterKeyFile === undefined ? {} : { masterKeyFile: options.newMasterKeyFile }),
      ...(options.newMasterKeyCommand === undefined ? {} : { masterKeyCommand: options.newMasterKeyCommand }),
    },
    'SLIPWAY_NEW_MASTER_KEY',
    '--new-master-key',
  );
  const masterKey = next && readMasterKey(next);
  const store = await openExistingStore(options);
  try {
    await store.rotateKeys(masterKey);
  } finally {
    await store.close();
  }
  return masterKey
    ? `Sealed ${describeStore(options)} with a new data key and the new master key. Start the service with the new master key.`
    : `Sealed ${describeStore(options)} with a new data key. The master key is the same.`;
}
