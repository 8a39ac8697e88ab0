import { sql } from 'kysely';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import { firstSealedSchema, schemaVersion } from '../migrations.ts';
import { formerAuditKind, fromFormerRecord } from '../audit-trail/tables.ts';
import { clearTables } from '../clear-tables.ts';
import type { SqlRow } from '../sql-row.ts';
import { openLegacyBody, storeSecretKind } from '../sealing/legacy-seal.ts';
import { createExportSealer, resealBody, type Sealer } from '../sealing/sealer.ts';
import { createQueryRunner, createArchiveReader, resealPortion } from './archive-reader.ts';
import { type Archive, type ArchiveOrigin, type ArchivePortion, type ArchiveReader, archivedTables, type Snapshot } from './archive.ts';

/** Values of one statement: below the limits of both engines (32,766 and 65,535). */
const maxValues = 10_000;

interface ArchiveContext {
  readonly dialect: SqlDialect;
  readonly session: SqlSession;
  readonly run: ReturnType<typeof createQueryRunner>;
  readonly sealer: Sealer;
}

/** A column of links that is not archived but derived from the records, which precede their links. */
const derivedColumn = 'from_seq';
const selectFromSeq = ({ db }: SqlDialect, { from }: SqlRow) =>
  db
    .selectFrom('records')
    .select('seq')
    .where('id', '=', from as string);

const insertRows = async ({ dialect, run }: ArchiveContext, table: string, rows: readonly SqlRow[]): Promise<void> => {
  const names = Object.keys(rows[0]!).filter((name) => name !== derivedColumn);
  const derived = table === 'links' ? [derivedColumn] : [];
  const columns = sql.join([...names, ...derived].map((name) => sql.ref(name)));
  const target = sql.table(`${dialect.schemaPrefix}${table}`);
  const step = Math.max(1, Math.floor(maxValues / (names.length + derived.length)));
  for (let start = 0; start < rows.length; start += step) {
    const tuples = rows
      .slice(start, start + step)
      .map((row) => sql`(${sql.join([...names.map((name) => row[name]), ...derived.map(() => selectFromSeq(dialect, row))])})`);
    const statement = sql`insert into ${target} (${columns}) ${sql.raw(dialect.insertOverride)} values ${sql.join(tuples)}`;
    await run({ compile: () => statement.compile(dialect.db) });
  }
};

/** Groups consecutive rows with the same columns. */
const groupByColumns = (rows: readonly SqlRow[]): readonly (readonly SqlRow[])[] => {
  const groups = new Map<string, SqlRow[]>();
  for (const row of rows) {
    const key = Object.keys(row).sort().join();
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
};

type Portions = Parameters<Archive['replace']>[0];

const collectPortions = async (portions: Portions): Promise<readonly ArchivePortion[]> => {
  const all: ArchivePortion[] = [];
  for await (const portion of portions) all.push(portion);
  return all;
};

async function* changePortions(portions: Portions, change: Parameters<typeof resealPortion>[1]): AsyncGenerator<ArchivePortion> {
  for await (const portion of portions) yield resealPortion(portion, change);
}

const importRows = async (context: ArchiveContext, portions: Portions, { schema, exportKey }: ArchiveOrigin): Promise<number> => {
  const { sealer } = context;
  if (schema >= firstSealedSchema) {
    const from = exportKey ? createExportSealer(exportKey) : sealer;
    return replaceRows(
      context,
      changePortions(portions, (kind, id, text) => resealBody(from, sealer, kind, id, text)),
    );
  }
  // The keys that sealed the secrets can be anywhere among the rows.
  const all = await collectPortions(portions);
  const records = all.flatMap(({ table, rows }) => (table === 'records' ? rows : []));
  const storeSecret = records.find(({ kind }) => kind === storeSecretKind)?.body as string | undefined;
  return replaceRows(
    context,
    changePortions(all, (kind, id, text) => sealer.seal(kind, id, openLegacyBody(kind, text, storeSecret))),
  );
};

/** Entries of audit trails were records up to schema version 4. */
const splitFormerAudit = ({ table, rows }: ArchivePortion): readonly ArchivePortion[] => {
  if (table !== 'records' || !rows.some(({ kind }) => kind === formerAuditKind)) return [{ table, rows }];
  return [
    { table, rows: rows.filter(({ kind }) => kind !== formerAuditKind) },
    { table: 'audit_events', rows: rows.filter(({ kind }) => kind === formerAuditKind).map(fromFormerRecord) },
  ];
};

const replaceRows = async (context: ArchiveContext, portions: Portions): Promise<number> => {
  const { dialect, session } = context;
  await clearTables(dialect, session);
  let count = 0;
  for await (const portion of portions)
    for (const { table, rows } of splitFormerAudit(portion)) {
      for (const group of groupByColumns(rows)) await insertRows(context, table, group);
      count += rows.length;
    }
  // New rows are numbered after the largest archived number.
  for (const table of archivedTables) for (const statement of dialect.resetSequence(table)) await session.query(statement, []);
  for (const statement of dialect.refreshStatistics) await session.query(statement, []);
  return count;
};

/** Part by part: each has about as much as may be deleted at once. */
const deleteSnapshot = async ({ dialect: { db }, run }: ArchiveContext, name: string): Promise<boolean> => {
  const parts = await run(db.selectFrom('snapshots').select('part').where('name', '=', name));
  for (const { part } of parts)
    await run(
      db
        .deleteFrom('snapshots')
        .where('name', '=', name)
        .where('part', '=', part as number),
    );
  return parts.length > 0;
};

const saveSnapshot = async (context: ArchiveContext, reader: ArchiveReader, name: string, at: string): Promise<Snapshot> => {
  const { dialect, run } = context;
  await deleteSnapshot(context, name);
  let [part, rows] = [0, 0];
  for await (const portion of reader.portions()) {
    rows += portion.rows.length;
    await run(dialect.db.insertInto('snapshots').values({ name, part: ++part, content: JSON.stringify(portion) }));
  }
  const snapshot: Snapshot = { name, at, rows, schema: schemaVersion };
  await run(dialect.db.insertInto('snapshots').values({ name, part: 0, content: JSON.stringify(snapshot) }));
  return snapshot;
};

const readSnapshotPart = async ({ dialect: { db }, run }: ArchiveContext, name: string, part: number): Promise<string | undefined> => {
  const [row] = await run(db.selectFrom('snapshots').select('content').where('name', '=', name).where('part', '=', part));
  return row?.content as string | undefined;
};

async function* readSnapshotPortions(context: ArchiveContext, name: string): AsyncGenerator<ArchivePortion> {
  for (let part = 1; ; part++) {
    const content = await readSnapshotPart(context, name, part);
    if (content === undefined) return;
    yield JSON.parse(content) as ArchivePortion;
  }
}

const restoreSnapshot = async (context: ArchiveContext, name: string): Promise<Snapshot | undefined> => {
  const description = await readSnapshotPart(context, name, 0);
  if (description === undefined) return undefined;
  await replaceRows(context, readSnapshotPortions(context, name));
  return JSON.parse(description) as Snapshot;
};

/** `reportReplaced`: is called where the whole content is replaced. */
export const createArchive = (dialect: SqlDialect, session: SqlSession, sealer: Sealer, reportReplaced: () => void): Archive => {
  const context: ArchiveContext = { dialect, session, sealer, run: createQueryRunner(session) };
  const reader = createArchiveReader(dialect, session, sealer);
  return {
    ...reader,
    replace: (portions, origin) => {
      reportReplaced();
      return origin ? importRows(context, portions, origin) : replaceRows(context, portions);
    },
    addSnapshotRows: async (rows) => {
      for (const row of rows) await insertRows({ ...context, dialect: { ...dialect, insertOverride: '' } }, 'snapshots', [row]);
    },
    deleteSnapshot: (name) => deleteSnapshot(context, name),
    saveSnapshot: (name, at) => saveSnapshot(context, reader, name, at),
    restoreSnapshot: (name) => {
      reportReplaced();
      return restoreSnapshot(context, name);
    },
  };
};
