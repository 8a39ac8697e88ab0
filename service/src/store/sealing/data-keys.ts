import { randomBytes } from 'node:crypto';
import { StoreUnavailable } from '../failures.ts';
import { decrypt, encrypt } from './cipher.ts';

/** The row of `meta` that holds the sealed data keys. */
export const dataKeysRow = 'data-keys';

/** A key that seals secrets; it is stored sealed by the master key. */
export interface DataKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}
/** The keys of a store that is open. */
export interface StoreKeys {
  /** 32 bytes. */
  readonly masterKey: Buffer;
  readonly keys: readonly DataKey[];
}
interface SealedDataKey {
  readonly id: string;
  readonly sealed: string;
}

const describeContext = (id: string): string => `slipway data key\0${id}`;

export const createDataKey = (): DataKey => ({ id: randomBytes(6).toString('base64url'), key: randomBytes(32) });

/** The text that a store keeps. */
export const sealDataKeys = (masterKey: Buffer, keys: readonly DataKey[]): string =>
  JSON.stringify(
    keys.map(({ id, key }): SealedDataKey => ({ id, sealed: encrypt(masterKey, key.toString('base64'), describeContext(id)) })),
  );

/** Throws StoreUnavailable where the master key is another one. `where`: the store, for the message. */
export const openDataKeys = (masterKey: Buffer, text: string, where: string): readonly DataKey[] => {
  try {
    return (JSON.parse(text) as readonly SealedDataKey[]).map(({ id, sealed }) => ({
      id,
      key: Buffer.from(decrypt(masterKey, sealed, describeContext(id)), 'base64'),
    }));
  } catch (error) {
    throw new StoreUnavailable(
      `${where} is sealed with another master key: pass the key with which it was created, or to which it was rotated ` +
        '(--master-key-file, --master-key-command or SLIPWAY_MASTER_KEY)',
      { cause: error },
    );
  }
};
