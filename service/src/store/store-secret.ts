import { hkdfSync, randomBytes } from 'node:crypto';
import type { Transaction, ReadTransaction } from './store.ts';

/** One secret per store, created with the first organization: all processes on the store accept the same page tokens. */
const secretLocation = { kind: 'ci-secret', scope: '', key: 'store' } as const;

export const hasStoreSecret = async (view: ReadTransaction): Promise<boolean> =>
  (await view.getByKey(secretLocation.kind, secretLocation.scope, secretLocation.key)) !== undefined;

export const createStoreSecret = async (tx: Transaction): Promise<void> => {
  if (!(await hasStoreSecret(tx)))
    await tx.insert({ id: 'ci-secret', ...secretLocation, name: '', body: randomBytes(32).toString('base64') });
};

/** Derived keys of this process: a page of a list needs two of them. */
const derivedKeys = new Map<string, Buffer>();
const mostKeys = 100;

/** Derives a key of 32 bytes for one purpose. */
export const deriveKey = async (
  view: ReadTransaction,
  purpose: 'page-token' | 'page-position' | 'usage-export' | 'provider-release',
): Promise<Buffer> => {
  const record = await view.getByKey<string>(secretLocation.kind, secretLocation.scope, secretLocation.key);
  if (!record) throw new Error('the store has no secret: no organization was created in it');
  const name = `${purpose} ${record.body}`;
  const known = derivedKeys.get(name);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(record.body, 'base64'), '', purpose, 32));
  if (derivedKeys.size >= mostKeys) derivedKeys.clear();
  derivedKeys.set(name, key);
  return key;
};
