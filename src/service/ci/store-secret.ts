import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Transaction, ReadTransaction } from '../store/store.ts';

/** One secret per store, created with the first organization: all processes on the store accept the same page tokens. */
const secretLocation = { kind: 'ci-secret', scope: '', key: 'store' } as const;

export const createStoreSecret = async (tx: Transaction): Promise<void> => {
  if (!(await tx.getByKey(secretLocation.kind, secretLocation.scope, secretLocation.key)))
    await tx.insert({ id: 'ci-secret', ...secretLocation, name: '', body: randomBytes(32).toString('base64') });
};

/** Derives a key of 32 bytes for one purpose. */
export const deriveKey = async (view: ReadTransaction, purpose: 'page-token' | 'values' | 'usage-export'): Promise<Buffer> => {
  const record = await view.getByKey<string>(secretLocation.kind, secretLocation.scope, secretLocation.key);
  if (!record) throw new Error('the store has no secret: no organization was created in it');
  return Buffer.from(hkdfSync('sha256', Buffer.from(record.body, 'base64'), '', purpose, 32));
};

/**
 * Encrypts a secret value for its record with AES-256-GCM: code that lists and renders records never has the plain text. The key is
 * in the same store.
 */
export const seal = async (view: ReadTransaction, text: string): Promise<string> => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(view, 'values'), nonce);
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
};

/** Decrypts a value; only the code that runs jobs does. Throws for a value that was not encrypted in this store. */
export const unseal = async (view: ReadTransaction, sealed: string): Promise<string> => {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', await deriveKey(view, 'values'), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
};

/** The visible form of a secret value: four x and its last four characters. */
export const maskValue = (value: string): string => `xxxx${[...value].slice(-4).join('')}`;
