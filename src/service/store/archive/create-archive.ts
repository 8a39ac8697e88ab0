import { sql } from 'kysely';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import { schemaVersion } from '../migrations.ts';
import type { SqlRow } from '../sql-row.ts';
import { createQueryRunner, createArchiveReader } from './archive-reader.ts';
import { type ArchivePortion, type Snapshot, type Archive, archivedTables } from './archive.ts';

/** Values of one statement: below what either engine takes (32,766 and 65,535). */
const maxValues = 10_000;

export const createArchive = (dialect: SqlDialect, session: SqlSession): Archive => {
  const { db } = dialect;
  const ask = createQueryRunner(session);
  const view = createArchiveReader(dialect, session);

  const insert = async (table: string, rows: readonly SqlRow[]): Promise<void> => {
    const columns = Object.keys(rows[0]!);
    const step = Math.max(1, Math.floor(maxValues / columns.length));
    for (let at = 0; at < rows.length; at += step) {
      const tuples = rows.slice(at, at + step).map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
      await ask({
        compile: () =>
          sql`insert into ${sql.table(`${dialect.schemaPrefix}${table}`)} (${sql.join(columns.map((column) => sql.ref(column)))}) ${sql.raw(dialect.insertOverride)} values ${sql.join(tuples)}`.compile(
            db,
          ),
      });
    }
  };
  /** Rows that speak of the same columns go together. */
  const alike = (rows: readonly SqlRow[]): readonly (readonly SqlRow[])[] => {
    const groups = new Map<string, SqlRow[]>();
    for (const row of rows) {
      const key = Object.keys(row).sort().join();
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    return [...groups.values()];
  };

  const replace: Archive['replace'] = async (portions) => {
    for (const table of archivedTables) await ask(db.deleteFrom(table as 'records'));
    let count = 0;
    for await (const { table, rows } of portions) {
      for (const group of alike(rows)) await insert(table, group);
      count += rows.length;
    }
    // Numbers go on after the largest, whatever was numbered before.
    for (const table of archivedTables) for (const statement of dialect.resetSequence(table)) await session.query(statement, []);
    return count;
  };

  const forget: Archive['deleteSnapshot'] = async (name) =>
    (await ask(db.deleteFrom('snapshots').where('name', '=', name).returning('part'))).length > 0;

  return {
    ...view,
    replace,
    deleteSnapshot: forget,
    async saveSnapshot(name, at) {
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
    async restoreSnapshot(name) {
      const content = async (part: number): Promise<string | undefined> =>
        (await ask(db.selectFrom('snapshots').select('content').where('name', '=', name).where('part', '=', part)))[0]?.content as
          | string
          | undefined;
      const about = await content(0);
      if (about === undefined) return undefined;
      async function* portions(): AsyncGenerator<ArchivePortion> {
        for (let part = 1; ; part++) {
          const found = await content(part);
          if (found === undefined) return;
          yield JSON.parse(found) as ArchivePortion;
        }
      }
      await replace(portions());
      return JSON.parse(about) as Snapshot;
    },
  };
};
