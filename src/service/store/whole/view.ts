import { type Compilable, sql } from 'kysely';
import type { Dialect, Session } from '../dialect.ts';
import type { Row } from '../tables.ts';
import { type Portion, type Snapshot, type WholeTable, wholeTables, type WholeView } from './whole.ts';

/** Rows of one question: enough to be quick, few enough to be held beside everything else. */
const together = 1000;

export const asking = (session: Session) => (query: Compilable): Promise<readonly Row[]> => {
  const { sql: text, parameters } = query.compile();
  return session.rows(text, parameters);
};

export const wholeViewOf = (dialect: Dialect, session: Session): WholeView => {
  const { db } = dialect;
  const ask = asking(session);
  async function* portionsOf(table: WholeTable): AsyncGenerator<Portion> {
    for (let after = -1; ;) {
      const rows = await ask(db.selectFrom(table as 'records').selectAll().where('seq', '>', after).orderBy('seq').limit(together));
      if (rows.length > 0) yield { table, rows };
      if (rows.length < together) return;
      after = rows.at(-1)!.seq as number;
    }
  }
  return {
    async* portions() { for (const table of wholeTables) yield* portionsOf(table); },
    columns: async (table) => (await session.rows(dialect.columns, [table])).map(({ name }) => name as string),
    snapshots: async () => (await ask(db.selectFrom('snapshots').select('content').where('part', '=', sql.lit(0)).orderBy('name')))
      .map(({ content }) => JSON.parse(content as string) as Snapshot),
  };
};
