import { sql } from 'kysely';
import { isStorable } from './text.ts';
import type { SqlDialect, SqlSession } from './sql-dialect.ts';
import type { DeletedRecords, StoredRecord } from './store.ts';

type Deleted = Pick<StoredRecord, 'kind' | 'id'>;

/** Milliseconds that one statement should take where nothing else of the process runs meanwhile. */
const wantedTime = 5;
const firstRows = 64;

/** Deletes such records, at most so many of them, with their links. */
const deleteSome = async (
  { dialect, session }: { readonly dialect: SqlDialect; readonly session: SqlSession },
  { kinds, scopes, ids: some }: DeletedRecords,
  most: number | undefined,
): Promise<readonly Deleted[]> => {
  const { db } = dialect;
  const isOfKind = dialect.isAnyOf(sql.ref('kind'), kinds);
  const isMeant = scopes ? dialect.isAnyOf(sql.ref('scope'), scopes) : dialect.isAnyOf(sql.ref('id'), some);
  const those = db.selectFrom('records').select('seq').where(isOfKind).where(isMeant);
  const deletion =
    most === undefined
      ? db.deleteFrom('records').where(isOfKind).where(isMeant)
      : db.deleteFrom('records').where('seq', 'in', those.limit(most));
  const { sql: text, parameters } = deletion.returning(['kind', 'id']).compile();
  const deleted = (await session.query(text, parameters)) as unknown as readonly Deleted[];
  if (deleted.length === 0) return deleted;
  const ids = deleted.map(({ id }) => id);
  const links = db
    .deleteFrom('links')
    .where((make) => make.or([dialect.isAnyOf(sql.ref('from'), ids), dialect.isAnyOf(sql.ref('to'), ids)]))
    .compile();
  await session.query(links.sql, links.parameters);
  return deleted;
};

/**
 * Deletes records with their links, by two statements however many there are; SQLite by portions, between which other work has its turn.
 * Returns which they were.
 */
export const deleteMany = async (
  context: { readonly dialect: SqlDialect; readonly session: SqlSession },
  { kinds, scopes, ids }: DeletedRecords,
): Promise<readonly Deleted[]> => {
  const possible = (scopes ?? ids).filter(isStorable);
  if (kinds.length === 0 || possible.length === 0) return [];
  const those = scopes ? { kinds, scopes: possible } : { kinds, ids: possible };
  if (!context.dialect.worksInProcess) return deleteSome(context, those, undefined);
  const deleted: Deleted[] = [];
  for (let rows = firstRows; ;) {
    const began = performance.now();
    const some = await deleteSome(context, those, rows);
    deleted.push(...some);
    if (some.length < rows) return deleted;
    rows = performance.now() - began < wantedTime ? rows * 2 : Math.max(1, rows >> 1);
  }
};
