import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Transaction, ReadTransaction } from '../store/store.ts';

/** One secret for a store, made with its first organization: every process that shares the store reads the same page tokens. */
const secretLocation = { kind: 'ci-secret', scope: '', key: 'store' } as const;

export const createStoreSecret = async (tx: Transaction): Promise<void> => {
  if (!(await tx.getByKey(secretLocation.kind, secretLocation.scope, secretLocation.key)))
    await tx.insert({ id: 'ci-secret', ...secretLocation, name: '', body: randomBytes(32).toString('base64') });
};

/** A key of 32 bytes for one purpose. */
export const deriveKey = async (view: ReadTransaction, purpose: 'page-token' | 'values' | 'usage-export'): Promise<Buffer> => {
  const record = await view.getByKey<string>(secretLocation.kind, secretLocation.scope, secretLocation.key);
  if (!record) throw new Error('the store has no secret: no organization was founded in it');
  return Buffer.from(hkdfSync('sha256', Buffer.from(record.body, 'base64'), '', purpose, 32));
};

/**
 * A hidden value as records hold it, AES-256-GCM: what lists and renders records never has the text in its hands. Whoever
 * has the whole store has the key, too.
 */
export const seal = async (view: ReadTransaction, text: string): Promise<string> => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(view, 'values'), nonce);
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
};

/** For what runs jobs, which is the only reader. Throws for what was not sealed in this store. */
export const unseal = async (view: ReadTransaction, sealed: string): Promise<string> => {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', await deriveKey(view, 'values'), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
};

/** What is shown of a value: four x and its last four characters. */
export const maskValue = (value: string): string => `xxxx${[...value].slice(-4).join('')}`;
