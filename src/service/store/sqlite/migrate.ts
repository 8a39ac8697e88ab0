import { StoreUnavailable } from '../failures.ts';
import { migrations, schemaVersion, tooNew } from '../migrations.ts';
import type { Connection } from './connection.ts';

/** Brings the data file to this release's schema, in one transaction. */
export const migrate = (connection: Connection, where: string): void => {
  connection.run('begin immediate');
  try {
    connection.run('create table if not exists meta (key text primary key, value text not null) strict, without rowid');
    const found = Number(connection.rows(`select value from meta where key = 'schema'`)[0]?.value ?? 0);
    if (found > schemaVersion) throw new StoreUnavailable(tooNew(where, found));
    for (const { sqlite } of migrations.slice(found)) for (const statement of sqlite) connection.run(statement);
    if (found < schemaVersion) {
      connection.run(`insert into meta values ('schema', '${schemaVersion}') on conflict do update set value = excluded.value`);
    }
    connection.run('commit');
  } catch (error) {
    if (connection.inTransaction()) connection.run('rollback');
    throw error;
  }
};
