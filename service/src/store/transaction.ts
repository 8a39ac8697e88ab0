import type { SqlDialect, SqlSession } from './sql-dialect.ts';
import { createLedger } from './ledger/create-ledger.ts';
import type { LateRecord } from './late-writes.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import type { Sealer } from './sealing/sealer.ts';
import { DuplicateKey, StaleRecord, type NewRecord, type RecordUpdate, type StoredRecord, type Transaction } from './store.ts';
import { foldCase, isStorable } from './text.ts';
import { toRecord } from './tables.ts';
import { createReadTransaction } from './read-transaction.ts';
import { deleteMany } from './delete-many.ts';
import { createAuditTrail } from './audit-trail/create-audit-trail.ts';
import { createArchive } from './archive/create-archive.ts';
import { deleteLinks, putLink, saveLink } from './links/link-writes.ts';
import { requireStorable, serializeBody, type WriteContext } from './write-context.ts';
import { everyKind } from './write-watchers.ts';

/** The number of the row; undefined: its key is taken. */
const insertRow = async (
  session: SqlSession,
  { insert }: PreparedStatements,
  { id, kind, scope, key, name, folded, body }: Omit<LateRecord, 'seq'>,
): Promise<number | undefined> => {
  if (session.later) {
    const seq = await session.later.nextNumber();
    if (session.later.insertRecord({ seq, id, kind, scope, key, name, folded, body })) return seq;
  }
  return (await session.query(insert.sql, [id, kind, scope, key, name, folded, body], insert.name))[0]?.seq as number | undefined;
};

const insertRecord = async <B>({ prepared, session, sealer }: WriteContext, draft: NewRecord<B>): Promise<StoredRecord<B>> => {
  const id = requireStorable('id', draft.id);
  const kind = requireStorable('kind', draft.kind);
  const scope = requireStorable('scope', draft.scope);
  const key = requireStorable('key', draft.key);
  const name = requireStorable('name', draft.name);
  const body = serializeBody(kind, draft.body);
  const ready = session.ready?.();
  if (ready) await ready;
  const row = { id, kind, scope, key, name, folded: foldCase(name), body: body.seal(sealer, kind, id) };
  const seq = await insertRow(session, prepared, row);
  if (seq === undefined) throw new DuplicateKey(kind, scope, key);
  return { id, kind, scope, key, name, seq, version: 1, body: body.copy() };
};

const claimRecord = async <B>(
  { dialect, prepared, session, sealer }: WriteContext,
  kind: string,
  id: string,
): Promise<StoredRecord<B> | undefined> => {
  if (!isStorable(kind) || !isStorable(id)) return undefined;
  const [row] = await session.query(`${prepared.get.sql}${dialect.claimClause}`, [kind, id], `${prepared.get.name}_claim`);
  return row && toRecord<B>(row, sealer);
};

const updateRecord = async <B>(
  { prepared, session, sealer }: WriteContext,
  { id, kind, version, ...record }: StoredRecord<unknown>,
  next: RecordUpdate<B>,
): Promise<StoredRecord<B>> => {
  const scope = requireStorable('scope', next.scope ?? record.scope);
  const key = requireStorable('key', next.key ?? record.key);
  const name = requireStorable('name', next.name ?? record.name);
  const body = serializeBody(kind, next.body);
  const ready = session.ready?.();
  if (ready) await ready;
  const hasNewKey = scope !== record.scope || key !== record.key;
  if (session.later && !hasNewKey) {
    const { seq } = record;
    session.later.updateRecord({ seq, id, kind, scope, key, name, folded: foldCase(name), version, body: body.seal(sealer, kind, id) });
    return { id, kind, scope, key, name, seq, version: version + 1, body: body.copy() };
  }
  const values = [scope, key, name, foldCase(name), body.seal(sealer, kind, id), id, kind, version];
  const rows = await session[hasNewKey ? 'queryUnlessDuplicate' : 'query'](prepared.update.sql, values, prepared.update.name);
  if (!rows) throw new DuplicateKey(kind, scope, key);
  const [row] = rows;
  if (!row) throw new StaleRecord(id);
  return { id, kind, scope, key, name, seq: row.seq as number, version: row.version as number, body: body.copy() };
};

const deleteRecord = async (context: WriteContext, kind: string, id: string): Promise<void> => {
  const { prepared, session } = context;
  if (session.later) return deleteMany({ ...context, reportKind: () => undefined }, { kinds: [kind], ids: [id] });
  if (!isStorable(kind) || !isStorable(id)) return;
  const rows = await session.query(prepared.delete.sql, [kind, id], prepared.delete.name);
  if (rows.length > 0) await session.query(prepared.cascade.sql, [id, id], prepared.cascade.name);
};

/** An insert that waits for its number is not there yet for a link that would be sent at once. */
const insertInTurn = <B>(context: WriteContext, draft: NewRecord<B>): Promise<StoredRecord<B>> => {
  const insert = insertRecord(context, draft);
  if (!context.session.later) return insert;
  const end = (): void => void context.inserting.delete(draft.id);
  context.inserting.set(draft.id, insert.then(end, end));
  return insert;
};

/** The writes of a unit, each with its kind reported. */
const createWrites = (
  context: WriteContext,
): Pick<Transaction, 'claim' | 'insert' | 'update' | 'delete' | 'deleteMany' | 'link' | 'addLink' | 'unlink'> => {
  const { reportKind } = context;
  return {
    claim: (kind, id) => claimRecord(context, kind, id),
    insert: (draft) => {
      reportKind(draft.kind);
      return insertInTurn(context, draft);
    },
    update: (record, next) => {
      reportKind(record.kind);
      return updateRecord(context, record, next);
    },
    delete: (kind, id) => {
      reportKind(kind);
      return deleteRecord(context, kind, id);
    },
    deleteMany: (records) => deleteMany(context, records),
    link: (kind, from, to, note) => {
      reportKind(kind);
      return putLink(context, [kind, from, to], note);
    },
    addLink: (kind, from, to, note) => {
      reportKind(kind);
      return saveLink(context, [kind, from, to], note);
    },
    unlink: (kind, from, to) => {
      reportKind(kind);
      return deleteLinks(context, kind, from, typeof to === 'string' ? [to] : to);
    },
  };
};

interface LateState {
  readonly context: WriteContext;
  createdLedger: Transaction['ledger'] | undefined;
  createdTrail: Transaction['auditTrail'] | undefined;
  createdArchive: Transaction['archive'] | undefined;
}

/**
 * Members that most transactions never use, created on first use. One prototype for all: with getters of its own, each transaction would
 * have its own object shape, and calls of its functions would be slow.
 */
const lateParts = {
  get ledger() {
    const state = this as unknown as LateState;
    return (state.createdLedger ??= createLedger(state.context.dialect, state.context.session));
  },
  get auditTrail() {
    const state = this as unknown as LateState;
    return (state.createdTrail ??= createAuditTrail(state.context.dialect, state.context.prepared, state.context.session));
  },
  get archive() {
    const state = this as unknown as LateState;
    const { dialect, session, sealer, reportKind } = state.context;
    return (state.createdArchive ??= createArchive(dialect, session, sealer, () => reportKind(everyKind)));
  },
};

/**
 * `reportKind`: is called with the kind of each record and each link that is written; `everyKind` where all of it is replaced. What is
 * known only after the unit has ended, before the commit, comes with a way to announce it.
 */
export const createTransaction = (
  dialect: SqlDialect,
  prepared: PreparedStatements,
  session: SqlSession,
  sealer: Sealer,
  reportKind: WriteContext['reportKind'] = () => undefined,
): Transaction => {
  const context: WriteContext = { dialect, prepared, session, sealer, reportKind, inserting: new Map() };
  const { get, getByKey, getWithin, getMany, list, count, countByScope, listLinks, countLinks, listLinked } = createReadTransaction(
    dialect,
    prepared,
    session,
    sealer,
  );
  const transaction: Omit<Transaction, keyof typeof lateParts> & LateState = {
    context,
    get,
    getByKey,
    getWithin,
    getMany,
    list,
    count,
    countByScope,
    listLinks,
    countLinks,
    listLinked,
    createdLedger: undefined,
    createdTrail: undefined,
    createdArchive: undefined,
    ...createWrites(context),
  };
  return Object.setPrototypeOf(transaction, lateParts) as Transaction;
};
