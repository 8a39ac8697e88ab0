import { type Compilable, sql } from 'kysely';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import { dataKeysRow } from '../sealing/data-keys.ts';
import { createExportSealer, resealBody, type Sealer } from '../sealing/sealer.ts';
import type { SqlRow } from '../sql-row.ts';
import { type ArchivePortion, type Snapshot, type ArchivedTable, archivedTables, type ArchiveReader } from './archive.ts';

/** Rows per query: enough to be fast, few enough to be held in memory. */
const batchSize = 1000;
/** Maximum length of a query's bodies together, unless a single body is longer. */
const batchCharacters = 2 * 1024 * 1024;

export const createQueryRunner =
  (session: SqlSession) =>
  (query: Compilable): Promise<readonly SqlRow[]> => {
    const { sql: text, parameters } = query.compile();
    return session.query(text, parameters);
  };

type QueryRunner = ReturnType<typeof createQueryRunner>;

/** A portion with its secrets sealed by another key. */
export const resealPortion = (
  { table, rows }: ArchivePortion,
  change: (kind: string, id: string, text: string) => string,
): ArchivePortion =>
  table !== 'records'
    ? { table, rows }
    : { table, rows: rows.map((row) => ({ ...row, body: change(row.kind as string, row.id as string, row.body as string) })) };

async function* readSnapshotRows({ db }: SqlDialect, session: SqlSession): AsyncGenerator<readonly SqlRow[]> {
  const ask = createQueryRunner(session);
  for (const { name, part } of await ask(db.selectFrom('snapshots').select(['name', 'part']).orderBy('name').orderBy('part'))) {
    const rows = db
      .selectFrom('snapshots')
      .selectAll()
      .where('name', '=', name as string);
    yield await ask(rows.where('part', '=', part as number));
  }
}

/** The last row after one of as many as may be held at once. */
const findEnd = async ({ db }: SqlDialect, ask: QueryRunner, table: ArchivedTable, after: number): Promise<number | undefined> => {
  // Bodies are up to some megabytes large, other rows some hundred bytes.
  const size = table === 'records' ? sql<number>`length(cast(body as text))` : sql<number>`0`;
  const rows = db
    .selectFrom(table as 'records')
    .select(['seq', size.as('size')])
    .where('seq', '>', after);
  let [total, end] = [0, undefined as number | undefined];
  for (const row of await ask(rows.orderBy('seq').limit(batchSize))) {
    total += Number(row.size);
    if (end !== undefined && total > batchCharacters) break;
    end = row.seq as number;
  }
  return end;
};

/** Tables that are not archived because triggers of the database fill them. */
const filledTables: ReadonlySet<string> = new Set<ArchivedTable>(['records', 'links', 'test_results']);
const isFilled = (table: ArchivedTable, column: string): boolean => column === 'organization' && filledTables.has(table);

const withoutFilled = (table: ArchivedTable, rows: readonly SqlRow[]): readonly SqlRow[] => {
  const columns = Object.keys(rows[0] ?? {});
  if (!columns.some((column) => isFilled(table, column))) return rows;
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !isFilled(table, column))) as SqlRow);
};

async function* readPortions(dialect: SqlDialect, ask: QueryRunner, table: ArchivedTable): AsyncGenerator<ArchivePortion> {
  for (let after = -1; ;) {
    const end = await findEnd(dialect, ask, table, after);
    if (end === undefined) return;
    const rows = dialect.db
      .selectFrom(table as 'records')
      .selectAll()
      .where('seq', '>', after);
    yield { table, rows: withoutFilled(table, await ask(rows.where('seq', '<=', end).orderBy('seq'))) };
    after = end;
  }
}

export const createArchiveReader = (dialect: SqlDialect, session: SqlSession, sealer: Sealer): ArchiveReader => {
  const { db } = dialect;
  const ask = createQueryRunner(session);
  return {
    async *portions(exportKey) {
      const target = exportKey && createExportSealer(exportKey);
      for (const table of archivedTables)
        for await (const portion of readPortions(dialect, ask, table))
          yield target ? resealPortion(portion, (kind, id, text) => resealBody(sealer, target, kind, id, text)) : portion;
    },
    currentKey: sealer.currentKey,
    readKeys: async () =>
      (await session.query(`select value from ${dialect.schemaPrefix}meta where key = '${dataKeysRow}'`, []))[0]?.value as
        | string
        | undefined,
    snapshotRows: () => readSnapshotRows(dialect, session),
    listColumns: async (table) =>
      (await session.query(dialect.columnsQuery, [table])).map(({ name }) => name as string).filter((name) => !isFilled(table, name)),
    listSnapshots: async () =>
      (await ask(db.selectFrom('snapshots').select('content').where('part', '=', sql.lit(0)).orderBy('name'))).map(
        ({ content }) => JSON.parse(content as string) as Snapshot,
      ),
  };
};
