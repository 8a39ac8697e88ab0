import { sql } from 'kysely';
import { isStorable } from './text.ts';
import type { DeletedRecords, StoredRecord } from './store.ts';
import type { WriteContext } from './write-context.ts';

type Deleted = Pick<StoredRecord, 'kind' | 'id'>;
type Context = Pick<WriteContext, 'dialect' | 'session' | 'reportKind'>;

/** How many milliseconds one statement should take if the process does nothing else meanwhile. */
const wantedTime = 5;
const firstRows = 64;

/** Deletes such records, at most so many of them, with their links. */
const deleteSome = async (
  { dialect, session }: Context,
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
  const { sql: text, parameters } = deletion.returning(['kind', 'id', 'seq']).compile();
  const deleted = (await session.query(text, parameters)) as unknown as readonly Deleted[];
  if (deleted.length === 0) return deleted;
  const ids = deleted.map(({ id }) => id);
  const links = db
    .deleteFrom('links')
    .where((make) => make.or([dialect.isAnyOf(sql.ref('from'), ids), dialect.isAnyOf(sql.ref('to'), ids)]))
    .returning(['kind', 'from'])
    .compile();
  await session.query(links.sql, links.parameters);
  return deleted;
};

/** Deletes with two statements; in portions if other work of this process should run between them. */
const deleteAll = async (context: Context, those: DeletedRecords): Promise<readonly Deleted[]> => {
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

/** The records by IDs and scopes that can exist in the store. Undefined: there is nothing to delete. */
const selectPossible = (records: DeletedRecords): DeletedRecords | undefined => {
  const { kinds, childKinds = {}, scopes, ids } = records;
  const possible = (scopes ?? ids).filter(isStorable);
  if (kinds.length === 0 || possible.length === 0) return undefined;
  return scopes ? { kinds, childKinds, scopes: possible } : { kinds, childKinds, ids: possible };
};

/** The records below deleted records, by kind: their scope is the ID of a deleted one. */
const listBelow = (deleted: readonly Deleted[], childKinds: NonNullable<DeletedRecords['childKinds']>): readonly DeletedRecords[] =>
  [...new Set(deleted.map(({ kind }) => kind))].map((kind) => ({
    kinds: childKinds[kind] ?? [],
    scopes: deleted.filter((record) => record.kind === kind).map(({ id }) => id),
    childKinds,
  }));

/** Deletes records with their links, and with what is below them, all of a level at once; where writes wait for the commit, with that. */
export const deleteMany = async (context: Context, records: DeletedRecords): Promise<void> => {
  const possible = selectPossible(records);
  if (!possible) return;
  const { kinds, ids = [], scopes = [], childKinds = {} } = possible;
  const { session, reportKind } = context;
  if (session.later) return session.later.deleteRecords({ kinds, ids, scopes, childKinds, report: reportKind });
  const deleted = await deleteAll(context, possible);
  for (const kind of new Set(deleted.map((record) => record.kind))) reportKind(kind);
  await Promise.all(listBelow(deleted, childKinds).map((below) => deleteMany(context, below)));
};
