import type { StoredRecord, Transaction } from '../store/store.ts';

/** The records that a handler read by ID or key, or wrote, in that order; of each what it was last. */
export type SeenRecords = ReadonlyMap<string, StoredRecord>;

/** The transaction, and the records that its user meets. */
export const rememberRecords = (tx: Transaction): { readonly tx: Transaction; readonly seen: SeenRecords } => {
  const seen = new Map<string, StoredRecord>();
  const remember = <R extends StoredRecord | undefined>(record: R): R => {
    if (record) seen.set(record.id, record);
    return record;
  };
  // Not spread: a spread would read the getters of the transaction.
  const remembering = Object.create(tx) as Transaction;
  const overrides: Pick<Transaction, 'get' | 'getByKey' | 'insert' | 'update'> = {
    get: async (kind, id) => remember(await tx.get<any>(kind, id)),
    getByKey: async (kind, scope, key) => remember(await tx.getByKey<any>(kind, scope, key)),
    insert: async (draft) => remember(await tx.insert(draft)),
    update: async (record, next) => remember(await tx.update(record, next)),
  };
  return { tx: Object.assign(remembering, overrides), seen };
};
