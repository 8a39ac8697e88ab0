import { sql } from 'kysely';
import type { Dialect, Session } from '../dialect.ts';
import { schemaVersion } from '../migrations.ts';
import type { Row } from '../tables.ts';
import { asking, wholeViewOf } from './view.ts';
import { type Portion, type Snapshot, type Whole, wholeTables } from './whole.ts';

/** Values of one statement: below what either engine takes (32,766 and 65,535). */
const values = 10_000;

export const wholeOf = (dialect: Dialect, session: Session): Whole => {
  const { db } = dialect;
  const ask = asking(session);
  const view = wholeViewOf(dialect, session);

  const insert = async (table: string, rows: readonly Row[]): Promise<void> => {
    const columns = Object.keys(rows[0]!);
    const step = Math.max(1, Math.floor(values / columns.length));
    for (let at = 0; at < rows.length; at += step) {
      const tuples = rows.slice(at, at + step).map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
      await ask({ compile: () => sql`insert into ${sql.table(`${dialect.schema}${table}`)} (${sql.join(columns.map((column) => sql.ref(column)))}) ${sql.raw(dialect.overriding)} values ${sql.join(tuples)}`.compile(db) });
    }
  };
  /** Rows that speak of the same columns go together. */
  const alike = (rows: readonly Row[]): readonly (readonly Row[])[] => {
    const groups = new Map<string, Row[]>();
    for (const row of rows) {
      const key = Object.keys(row).sort().join();
      groups.set(key, [...groups.get(key) ?? [], row]);
    }
    return [...groups.values()];
  };

  const replace: Whole['replace'] = async (portions) => {
    for (const table of wholeTables) await ask(db.deleteFrom(table as 'records'));
    let count = 0;
    for await (const { table, rows } of portions) {
      for (const group of alike(rows)) await insert(table, group);
      count += rows.length;
    }
    // Numbers go on after the largest, whatever was numbered before.
    for (const table of wholeTables) for (const statement of dialect.renumber(table)) await session.rows(statement, []);
    return count;
  };

  const forget: Whole['forget'] = async (name) => (await ask(db.deleteFrom('snapshots').where('name', '=', name).returning('part'))).length > 0;

  return {
    ...view, replace, forget,
    async keep(name, at) {
      await forget(name);
      let [part, rows] = [0, 0];
      for await (const portion of view.portions()) {
        rows += portion.rows.length;
        await ask(db.insertInto('snapshots').values({ name, part: ++part, content: JSON.stringify(portion) }));
      }
      const snapshot: Snapshot = { name, at, rows, schema: schemaVersion };
      await ask(db.insertInto('snapshots').values({ name, part: 0, content: JSON.stringify(snapshot) }));
      return snapshot;
    },
    async restore(name) {
      const content = async (part: number): Promise<string | undefined> =>
        (await ask(db.selectFrom('snapshots').select('content').where('name', '=', name).where('part', '=', part)))[0]?.content as string | undefined;
      const about = await content(0);
      if (about === undefined) return undefined;
      async function* portions(): AsyncGenerator<Portion> {
        for (let part = 1; ; part++) {
          const found = await content(part);
          if (found === undefined) return;
          yield JSON.parse(found) as Portion;
        }
      }
      await replace(portions());
      return JSON.parse(about) as Snapshot;
    },
  };
};
