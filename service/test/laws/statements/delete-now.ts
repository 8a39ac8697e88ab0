import type { LateDeletion } from '../../../src/store/late-writes.ts';
import { prepareStatements } from '../../../src/store/prepared-statements.ts';
import type { SqliteConnection } from '../../../src/store/sqlite/sqlite-connection.ts';
import { sqliteDialect } from '../../../src/store/sqlite/sqlite-dialect.ts';

const prepared = prepareStatements(sqliteDialect.db);

type Places = Pick<LateDeletion, 'kinds' | 'ids' | 'scopes' | 'childKinds'>;
/** Deletes records with their links and with what is below them, as PostgreSQL does it later. */
export const deleteNow = (connection: SqliteConnection, { kinds, ids, scopes, childKinds }: Places): void => {
  if (kinds.length === 0) return;
  const [ofKinds, named, scoped] = [kinds, ids, scopes].map((texts) => JSON.stringify(texts)) as [string, string, string];
  const list = (parameter: string): string => `(select value from json_each(${parameter}))`;
  const records = connection.query(
    `delete from records where kind in ${list('?1')} and (id in ${list('?2')} or scope in ${list('?3')}) returning kind, id`,
    [ofKinds, named, scoped],
  ) as readonly { readonly kind: string; readonly id: string }[];
  for (const { kind, id } of records) {
    connection.query(prepared.cascade.sql, [id, id]);
    deleteNow(connection, { kinds: childKinds[kind] ?? [], ids: [], scopes: [id], childKinds });
  }
};
