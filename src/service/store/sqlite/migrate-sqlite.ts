import { StoreUnavailable } from '../failures.ts';
import { migrations, schemaVersion, describeNewerSchema } from '../migrations.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Brings the data file to this release's schema, in one transaction. */
export const migrateSqlite = (connection: SqliteConnection, where: string): void => {
  connection.execute('begin immediate');
  try {
    connection.execute('create table if not exists meta (key text primary key, value text not null) strict, without rowid');
    const found = Number(connection.query(`select value from meta where key = 'schema'`)[0]?.value ?? 0);
    if (found > schemaVersion) throw new StoreUnavailable(describeNewerSchema(where, found));
    for (const { sqlite } of migrations.slice(found)) for (const statement of sqlite) connection.execute(statement);
    if (found < schemaVersion) {
      connection.execute(`insert into meta values ('schema', '${schemaVersion}') on conflict do update set value = excluded.value`);
    }
    connection.execute('commit');
  } catch (error) {
    if (connection.isInTransaction()) connection.execute('rollback');
    throw error;
  }
};
