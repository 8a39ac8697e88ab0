import type { StoredRecord, Transaction } from '../store/store.ts';

/** The records that a handler read by ID or key, or wrote, in that order; of each what it was last. */
export type SeenRecords = ReadonlyMap<string, StoredRecord>;

/** Getters on one shared prototype, as the transactions have: an object shape per request would make every call slow. */
const passedOn: Pick<Transaction, 'ledger' | 'auditTrail' | 'archive'> = {
  get ledger() {
    return (this as unknown as { readonly tx: Transaction }).tx.ledger;
  },
  get auditTrail() {
    return (this as unknown as { readonly tx: Transaction }).tx.auditTrail;
  },
  get archive() {
    return (this as unknown as { readonly tx: Transaction }).tx.archive;
  },
};

/** The transaction, and the records that its user meets. */
export const rememberRecords = (tx: Transaction): { readonly tx: Transaction; readonly seen: SeenRecords } => {
  const seen = new Map<string, StoredRecord>();
  const remember = <R extends StoredRecord | undefined>(record: R): R => {
    if (record) seen.set(record.id, record);
    return record;
  };
  const remembering: Omit<Transaction, keyof typeof passedOn> & { readonly tx: Transaction } = {
    tx,
    get: async (kind, id) => remember(await tx.get<any>(kind, id)),
    getByKey: async (kind, scope, key) => remember(await tx.getByKey<any>(kind, scope, key)),
    getWithin: async (kind, within, key) => remember(await tx.getWithin<any>(kind, within, key)),
    getMany: tx.getMany,
    list: tx.list,
    count: tx.count,
    countByScope: tx.countByScope,
    listLinks: tx.listLinks,
    countLinks: tx.countLinks,
    listLinked: tx.listLinked,
    claim: tx.claim,
    insert: async (draft) => remember(await tx.insert(draft)),
    update: async (record, next) => remember(await tx.update(record, next)),
    delete: tx.delete,
    deleteMany: tx.deleteMany,
    link: tx.link,
    addLink: tx.addLink,
    unlink: tx.unlink,
  };
  return { tx: Object.setPrototypeOf(remembering, passedOn) as Transaction, seen };
};
