import { StoreUnavailable } from '../failures.ts';
import {
  describeNewerSchema,
  type FoundSchema,
  isCompatibleSchema,
  migrations,
  ownSchema,
  parseSchema,
  schemaRows,
  schemaVersion,
} from '../migrations.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

export const readSqliteSchema = (connection: SqliteConnection): FoundSchema => parseSchema(connection.query('select key, value from meta'));

/** Throws StoreUnavailable where a newer release wrote the data file, and this one does not understand it. */
export const requireKnownSchema = (connection: SqliteConnection, where: string): FoundSchema => {
  const found = readSqliteSchema(connection);
  if (found.version > schemaVersion && !isCompatibleSchema(found)) throw new StoreUnavailable(describeNewerSchema(where, found.version));
  return found;
};

/** Brings the data file to this release's schema, in one transaction. */
export const migrateSqlite = (connection: SqliteConnection, where: string): void => {
  connection.execute('begin immediate');
  try {
    connection.execute('create table if not exists meta (key text primary key, value text not null) strict, without rowid');
    const found = requireKnownSchema(connection, where);
    for (const { sqlite } of migrations.slice(found.version)) for (const statement of sqlite) connection.execute(statement);
    if (found.version < schemaVersion)
      for (const name of ['version', 'oldest'] as const)
        connection.execute(
          `insert into meta values ('${schemaRows[name]}', '${ownSchema[name]}') on conflict do update set value = excluded.value`,
        );
    connection.execute('commit');
  } catch (error) {
    if (connection.isInTransaction()) connection.execute('rollback');
    throw error;
  }
};
