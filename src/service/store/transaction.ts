import type { Dialect, Session } from './dialect.ts';
import { Unstorable } from './failures.ts';
import { ledgerOf } from './ledger/write.ts';
import type { Statements } from './statements.ts';
import { KeyTaken, Stale, type Draft, type Next, type Rec, type Transaction } from './store.ts';
import { fold, storable, storableJson } from './text.ts';
import { viewOf } from './view.ts';
import { wholeOf } from './whole/write.ts';

const checked = (member: string, text: string): string => {
  if (typeof text !== 'string') throw new TypeError(`${member} of a record is text, not ${typeof text}`);
  if (!storable(text)) throw new Unstorable(member);
  return text;
};
const json = (member: string, value: unknown): string => {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`${member} of a record is JSON, not ${typeof value}`);
  if (!storableJson(text)) throw new Unstorable(member);
  return text;
};

export const transactionOf = (dialect: Dialect, prepared: Statements, session: Session): Transaction => {
  // Not spread: that would make the view's ledger and whole, which most units never ask.
  const { get, byKey, many, list, count, links } = viewOf(dialect, prepared, session);
  let ofLedger: Transaction['ledger'] | undefined, ofAll: Transaction['whole'] | undefined;
  return {
    get, byKey, many, list, count, links,
    get ledger() { return ofLedger ??= ledgerOf(dialect, session); },
    get whole() { return ofAll ??= wholeOf(dialect, session); },

    async insert<B>(draft: Draft<B>): Promise<Rec<B>> {
      const id = checked('id', draft.id), kind = checked('kind', draft.kind), scope = checked('scope', draft.scope);
      const key = checked('key', draft.key), name = checked('name', draft.name), body = json('body', draft.body);
      const [row] = await session.rows(prepared.insert.sql, [id, kind, scope, key, name, fold(name), body], prepared.insert.name);
      if (!row) throw new KeyTaken(kind, scope, key);
      // A copy, so that what the caller does to its draft afterwards is not taken for stored.
      return { id, kind, scope, key, name, seq: row.seq as number, version: 1, body: JSON.parse(body) as B };
    },

    async update<B>(seen: Rec<unknown>, next: Next<B>): Promise<Rec<B>> {
      const scope = checked('scope', next.scope ?? seen.scope), key = checked('key', next.key ?? seen.key);
      const name = checked('name', next.name ?? seen.name), body = json('body', next.body);
      const moves = scope !== seen.scope || key !== seen.key;
      const { sql, name: statement } = prepared.update;
      const values = [scope, key, name, fold(name), body, seen.id, seen.kind, seen.version];
      const rows = await session[moves ? 'rowsUnlessTaken' : 'rows'](sql, values, statement);
      if (!rows) throw new KeyTaken(seen.kind, scope, key);
      const [row] = rows;
      if (!row) throw new Stale(seen.id);
      return { id: seen.id, kind: seen.kind, scope, key, name, seq: row.seq as number, version: row.version as number, body: JSON.parse(body) as B };
    },

    async delete(kind, id) {
      if (!storable(kind) || !storable(id)) return false;
      const rows = await session.rows(prepared.delete.sql, [kind, id], prepared.delete.name);
      if (rows.length === 0) return false;
      await session.rows(prepared.cascade.sql, [id, id], prepared.cascade.name);
      return true;
    },

    async link(kind, from, to, note) {
      const ends = [checked('kind', kind), checked('from', from), checked('to', to)];
      const text = json('note', note ?? null);
      const rows = await session.rows(prepared.link.sql, [...ends, text], prepared.link.name);
      if (rows.length > 0) return true;
      await session.rows(prepared.renote.sql, [text, ...ends], prepared.renote.name);
      return false;
    },

    async unlink(kind, from, to) {
      if (![kind, from, to].every(storable)) return false;
      return (await session.rows(prepared.unlink.sql, [kind, from, to], prepared.unlink.name)).length > 0;
    },
  };
};
