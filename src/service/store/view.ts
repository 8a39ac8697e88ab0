import { sql } from 'kysely';
import { conditions, pathOf } from './conditions.ts';
import type { Dialect, Session } from './dialect.ts';
import { ledgerViewOf } from './ledger/view.ts';
import type { Statement, Statements } from './statements.ts';
import type { Filter, Order, View } from './store.ts';
import { linkColumns, linkOf, recordColumns, recordOf, type Row } from './tables.ts';
import { storable } from './text.ts';
import { wholeViewOf } from './whole/view.ts';

const terms = (dialect: Dialect, { by }: Order) =>
  by === 'seq' ? [] : by === 'name' ? [sql.ref('r.folded')] : dialect.terms(pathOf(by.body));

const whole = (count: number, what: string): number => {
  if (!Number.isSafeInteger(count) || count < 0) throw new TypeError(`${what} is a number of records, not ${count}`);
  return count;
};

/** Questions about one snapshot. Text that cannot be stored is simply not found. */
export const viewOf = (dialect: Dialect, prepared: Statements, session: Session): View => {
  const { db } = dialect;
  const one = async ({ sql: text, name }: Statement, values: readonly string[]): Promise<Row | undefined> =>
    values.every(storable) ? (await session.rows(text, values, name))[0] : undefined;

  const matching = (filter: Filter) =>
    conditions(dialect, filter).reduce((query, condition) => query.where(condition), db.selectFrom('records as r'));

  const count = async (filter: Filter): Promise<number> => {
    const query = matching(filter).select(({ fn }) => fn.countAll<number>().as('total')).compile();
    return (await session.rows(query.sql, query.parameters))[0]?.total as number;
  };

  let ofLedger: View['ledger'] | undefined, ofAll: View['whole'] | undefined;
  return {
    // Most units ask neither, and making them costs more than a look-up.
    get ledger() { return ofLedger ??= ledgerViewOf(dialect, session); },
    get whole() { return ofAll ??= wholeViewOf(dialect, session); },
    async get<B>(kind: string, id: string) {
      const row = await one(prepared.get, [kind, id]);
      return row && recordOf<B>(row);
    },
    async byKey<B>(kind: string, scope: string, key: string) {
      const row = await one(prepared.byKey, [kind, scope, key]);
      return row && recordOf<B>(row);
    },
    async many<B>(kind: string, ids: readonly string[]) {
      if (ids.length === 0) return [];
      const query = matching({ kind, ids }).select(recordColumns).compile();
      const found = new Map((await session.rows(query.sql, query.parameters)).map((row) => [row.id as string, row]));
      return [...new Set(ids)].flatMap((id) => { const row = found.get(id); return row ? [recordOf<B>(row)] : []; });
    },
    async list<B>(filter: Filter, page?: Parameters<View['list']>[1]) {
      const order = page?.order ?? { by: 'seq' };
      const direction = order.descending ? 'desc' : 'asc';
      let query = matching(filter).select(recordColumns);
      for (const term of terms(dialect, order)) query = query.orderBy(term, direction);
      query = query.orderBy('r.seq', direction);
      if (page) query = query.limit(whole(page.limit, 'limit')).offset(whole(page.offset, 'offset'));
      const { sql: text, parameters } = query.compile();
      const records = (await session.rows(text, parameters)).map(recordOf<B>);
      // A page that is neither empty nor full ends the list, so nobody needs to count it.
      const ends = !page || page.uncounted || (records.length < page.limit && (records.length > 0 || page.offset === 0));
      return { records, total: ends ? (page?.offset ?? 0) + records.length : await count(filter) };
    },
    count,
    async links(kind, side) {
      const [column, ends] = 'from' in side ? ['from' as const, side.from] : ['to' as const, side.to];
      if (typeof ends !== 'string') {
        const possible = ends.filter(storable);
        if (possible.length === 0) return [];
        const query = db.selectFrom('links').select(linkColumns).where('kind', '=', kind)
          .where(dialect.among(sql.ref(column), possible)).orderBy('seq').compile();
        return (await session.rows(query.sql, query.parameters)).map(linkOf);
      }
      const { sql: text, name } = column === 'from' ? prepared.linksFrom : prepared.linksTo;
      return storable(ends) ? (await session.rows(text, [kind, ends], name)).map(linkOf) : [];
    },
  };
};
