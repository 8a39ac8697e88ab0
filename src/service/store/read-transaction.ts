import { sql } from 'kysely';
import { buildConditions, parseBodyPath } from './conditions.ts';
import type { SqlDialect, SqlSession } from './sql-dialect.ts';
import { createLedgerReader } from './ledger/ledger-reader.ts';
import type { PreparedStatement, PreparedStatements } from './prepared-statements.ts';
import type { RecordFilter, RecordOrder, ReadTransaction } from './store.ts';
import type { SqlRow } from './sql-row.ts';
import { linkColumns, toLink, recordColumns, toRecord } from './tables.ts';
import { isStorable } from './text.ts';
import { createArchiveReader } from './archive/archive-reader.ts';

const buildSortTerms = (dialect: SqlDialect, { by }: RecordOrder) =>
  by === 'seq' ? [] : by === 'name' ? [sql.ref('r.folded')] : dialect.sortTerms(parseBodyPath(by.body));

const requireCount = (count: number, what: string): number => {
  if (!Number.isSafeInteger(count) || count < 0) throw new TypeError(`${what} is a number of records, not ${count}`);
  return count;
};

/** Questions about one snapshot. Text that cannot be stored is simply not found. */
export const createReadTransaction = (dialect: SqlDialect, prepared: PreparedStatements, session: SqlSession): ReadTransaction => {
  const { db } = dialect;
  const one = async ({ sql: text, name }: PreparedStatement, values: readonly string[]): Promise<SqlRow | undefined> =>
    values.every(isStorable) ? (await session.query(text, values, name))[0] : undefined;

  const matching = (filter: RecordFilter) =>
    buildConditions(dialect, filter).reduce((query, condition) => query.where(condition), db.selectFrom('records as r'));

  const count = async (filter: RecordFilter): Promise<number> => {
    const query = matching(filter)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .compile();
    return (await session.query(query.sql, query.parameters))[0]?.total as number;
  };

  let ofLedger: ReadTransaction['ledger'] | undefined, ofAll: ReadTransaction['archive'] | undefined;
  return {
    // Most units ask neither, and making them costs more than a look-up.
    get ledger() {
      return (ofLedger ??= createLedgerReader(dialect, session));
    },
    get archive() {
      return (ofAll ??= createArchiveReader(dialect, session));
    },
    async get<B>(kind: string, id: string) {
      const row = await one(prepared.get, [kind, id]);
      return row && toRecord<B>(row);
    },
    async getByKey<B>(kind: string, scope: string, key: string) {
      const row = await one(prepared.byKey, [kind, scope, key]);
      return row && toRecord<B>(row);
    },
    async getMany<B>(kind: string, ids: readonly string[]) {
      if (ids.length === 0) return [];
      const query = matching({ kind, ids }).select(recordColumns).compile();
      const found = new Map((await session.query(query.sql, query.parameters)).map((row) => [row.id as string, row]));
      return [...new Set(ids)].flatMap((id) => {
        const row = found.get(id);
        return row ? [toRecord<B>(row)] : [];
      });
    },
    async list<B>(filter: RecordFilter, page?: Parameters<ReadTransaction['list']>[1]) {
      const order = page?.order ?? { by: 'seq' };
      const direction = order.descending ? 'desc' : 'asc';
      let query = matching(filter).select(recordColumns);
      for (const term of buildSortTerms(dialect, order)) query = query.orderBy(term, direction);
      query = query.orderBy('r.seq', direction);
      if (page) query = query.limit(requireCount(page.limit, 'limit')).offset(requireCount(page.offset, 'offset'));
      const { sql: text, parameters } = query.compile();
      const records = (await session.query(text, parameters)).map(toRecord<B>);
      // A page that is neither empty nor full ends the list, so nobody needs to count it.
      const ends = !page || page.uncounted || (records.length < page.limit && (records.length > 0 || page.offset === 0));
      return { records, total: ends ? (page?.offset ?? 0) + records.length : await count(filter) };
    },
    count,
    async listLinks(kind, side) {
      const [column, ends] = 'from' in side ? ['from' as const, side.from] : ['to' as const, side.to];
      if (typeof ends !== 'string') {
        const possible = ends.filter(isStorable);
        if (possible.length === 0) return [];
        const query = db
          .selectFrom('links')
          .select(linkColumns)
          .where('kind', '=', kind)
          .where(dialect.isAnyOf(sql.ref(column), possible))
          .orderBy('seq')
          .compile();
        return (await session.query(query.sql, query.parameters)).map(toLink);
      }
      const { sql: text, name } = column === 'from' ? prepared.linksFrom : prepared.linksTo;
      return isStorable(ends) ? (await session.query(text, [kind, ends], name)).map(toLink) : [];
    },
  };
};
