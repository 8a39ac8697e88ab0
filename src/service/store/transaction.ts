import type { SqlDialect, SqlSession } from './sql-dialect.ts';
import { UnstorableText } from './failures.ts';
import { createLedger } from './ledger/create-ledger.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import { DuplicateKey, StaleRecord, type NewRecord, type RecordUpdate, type StoredRecord, type Transaction } from './store.ts';
import { foldCase, isStorable, isStorableJson } from './text.ts';
import { createReadTransaction } from './read-transaction.ts';
import { createArchive } from './archive/create-archive.ts';

const requireStorable = (member: string, text: string): string => {
  if (typeof text !== 'string') throw new TypeError(`${member} of a record is text, not ${typeof text}`);
  if (!isStorable(text)) throw new UnstorableText(member);
  return text;
};
const serializeJson = (member: string, value: unknown): string => {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`${member} of a record is JSON, not ${typeof value}`);
  if (!isStorableJson(text)) throw new UnstorableText(member);
  return text;
};

export const createTransaction = (dialect: SqlDialect, prepared: PreparedStatements, session: SqlSession): Transaction => {
  // Not spread: that would make the view's ledger and whole, which most units never ask.
  const { get, getByKey: byKey, getMany: many, list, count, listLinks: links } = createReadTransaction(dialect, prepared, session);
  let ofLedger: Transaction['ledger'] | undefined, ofAll: Transaction['archive'] | undefined;
  return {
    get,
    getByKey: byKey,
    getMany: many,
    list,
    count,
    listLinks: links,
    get ledger() {
      return (ofLedger ??= createLedger(dialect, session));
    },
    get archive() {
      return (ofAll ??= createArchive(dialect, session));
    },

    async insert<B>(draft: NewRecord<B>): Promise<StoredRecord<B>> {
      const id = requireStorable('id', draft.id),
        kind = requireStorable('kind', draft.kind),
        scope = requireStorable('scope', draft.scope);
      const key = requireStorable('key', draft.key),
        name = requireStorable('name', draft.name),
        body = serializeJson('body', draft.body);
      const [row] = await session.query(prepared.insert.sql, [id, kind, scope, key, name, foldCase(name), body], prepared.insert.name);
      if (!row) throw new DuplicateKey(kind, scope, key);
      // A copy, so that what the caller does to its draft afterwards is not taken for stored.
      return { id, kind, scope, key, name, seq: row.seq as number, version: 1, body: JSON.parse(body) as B };
    },

    async update<B>(record: StoredRecord<unknown>, next: RecordUpdate<B>): Promise<StoredRecord<B>> {
      const scope = requireStorable('scope', next.scope ?? record.scope),
        key = requireStorable('key', next.key ?? record.key);
      const name = requireStorable('name', next.name ?? record.name),
        body = serializeJson('body', next.body);
      const moves = scope !== record.scope || key !== record.key;
      const { sql, name: statement } = prepared.update;
      const values = [scope, key, name, foldCase(name), body, record.id, record.kind, record.version];
      const rows = await session[moves ? 'queryUnlessDuplicate' : 'query'](sql, values, statement);
      if (!rows) throw new DuplicateKey(record.kind, scope, key);
      const [row] = rows;
      if (!row) throw new StaleRecord(record.id);
      return {
        id: record.id,
        kind: record.kind,
        scope,
        key,
        name,
        seq: row.seq as number,
        version: row.version as number,
        body: JSON.parse(body) as B,
      };
    },

    async delete(kind, id) {
      if (!isStorable(kind) || !isStorable(id)) return false;
      const rows = await session.query(prepared.delete.sql, [kind, id], prepared.delete.name);
      if (rows.length === 0) return false;
      await session.query(prepared.cascade.sql, [id, id], prepared.cascade.name);
      return true;
    },

    async link(kind, from, to, note) {
      const ends = [requireStorable('kind', kind), requireStorable('from', from), requireStorable('to', to)];
      const text = serializeJson('note', note ?? null);
      const rows = await session.query(prepared.link.sql, [...ends, text], prepared.link.name);
      if (rows.length > 0) return true;
      await session.query(prepared.renote.sql, [text, ...ends], prepared.renote.name);
      return false;
    },

    async unlink(kind, from, to) {
      if (![kind, from, to].every(isStorable)) return false;
      return (await session.query(prepared.unlink.sql, [kind, from, to], prepared.unlink.name)).length > 0;
    },
  };
};
