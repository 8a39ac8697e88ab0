import { changeIdentityVersion } from '../access/identity-version.ts';
import { badRequest, unprocessable } from '../http/problem.ts';
import { schemaVersion } from '../store/migrations.ts';
import { type ArchivedTable, archivedTables, type ArchiveReader } from '../store/archive/archive.ts';
import { version } from '@slipway/declarations/version';
import { parseKey } from '../store/sealing/master-key.ts';
import { UnknownDataKey, UnreadableSecret } from '../store/sealing/sealer.ts';
import type { ControlContext, ControlEndpoints, ControlRequest } from './control.ts';
import { spoolBody } from './spool.ts';
import { documentColumns, type ExportRow } from './whole-bodies/export-rows.ts';
import { readPortions, type TableColumns } from './whole-bodies/parse-export.ts';
import { readExport } from './whole-bodies/read-in-worker.ts';

const renderRow = (table: ArchivedTable, row: ExportRow): ExportRow => {
  const column = documentColumns[table];
  return column === undefined ? row : { ...row, [column]: JSON.parse(row[column] as string) as unknown };
};

const listColumns = (view: ArchiveReader): Promise<TableColumns> =>
  Promise.all(archivedTables.map(async (table) => [table, await view.listColumns(table)] as const)).then(
    (columns) => Object.fromEntries(columns) as unknown as TableColumns,
  );

/** Errors of the engine for rows that violate the tables: a duplicate key, a missing column, a value of another type. */
const isConstraintError = (error: unknown): boolean => {
  const { code = '', rawCode = 0 } = (error ?? {}) as { code?: unknown; rawCode?: number };
  // Result codes of SQLite: the low byte 19 is a constraint, 20 a mismatch; the high bytes say which. The driver does not name all of
  // them.
  return rawCode % 256 === 19 || rawCode % 256 === 20 || /^2[23]\w{3}$/.test(String(code));
};

/** Replaces the content of the store; callers are looked up again. */
export const replaceStore = async <T>(
  { store, clearCallers: forgetCallers }: ControlContext,
  work: Parameters<typeof store.write<T>>[0],
): Promise<T> => {
  try {
    const done = await store.write(async (tx) => {
      const result = await work(tx);
      if (result !== undefined) await changeIdentityVersion(tx);
      return result;
    });
    forgetCallers();
    return done;
  } catch (error) {
    if (error instanceof UnknownDataKey || error instanceof UnreadableSecret)
      throw unprocessable(
        `${error.message}. Send the Slipway-Export-Key of the export; without one, it fits the store it came from. Nothing was changed`,
      );
    if (isConstraintError(error)) throw unprocessable(`the rows do not fit the tables: ${(error as Error).message}. Nothing was changed`);
    throw error;
  }
};

/** `key`: what sealed the secrets: `export`, or the id of the store's key. */
const createExportHeader = (at: Date, key: string) => ({ slipway: 'export', schema: schemaVersion, version, at: at.toISOString(), key });

/** The key that the caller chose for the secrets of an export. */
const readExportKey = ({ request }: ControlRequest): Buffer | undefined => {
  const text = request.header('slipway-export-key');
  const key = text === undefined ? undefined : parseKey(text);
  if (text !== undefined && !key)
    throw badRequest(
      'Slipway-Export-Key is not a key: expected 32 bytes in base64 or hexadecimal, such as `openssl rand -base64 32` prints',
    );
  return key;
};

export const stateControls: ControlEndpoints = {
  /** `?format=jsonl` (a line for each row, the default) or `json`. All that is stored; secrets are sealed. */
  'GET /_local/state': async ({ store, clock }, request) => {
    const { query } = request;
    const exportKey = readExportKey(request);
    const format = query.get('format') ?? 'jsonl';
    if (format !== 'jsonl' && format !== 'json') throw badRequest(`format is "${format}"; expected jsonl or json`, 'format');
    return store.read(async (view) => {
      const tables: Record<string, ExportRow[]> = Object.fromEntries(archivedTables.map((table) => [table, []]));
      const header = createExportHeader(clock.now(), exportKey ? 'export' : view.archive.currentKey());
      const portions = view.archive.portions(exportKey);
      if (format === 'json') {
        for await (const { table, rows } of portions) for (const row of rows) tables[table]!.push(renderRow(table, row));
        return { body: { ...header, tables } };
      }
      const text = await spoolBody(async (write) => {
        await write(`${JSON.stringify(header)}\n`);
        for await (const { table, rows } of portions)
          await write(rows.map((row) => `${JSON.stringify({ table, row: renderRow(table, row) })}\n`).join(''));
      });
      return { content: { type: 'application/jsonl; charset=utf-8', text } };
    });
  },
  /** Replaces the content with that of an export, in one transaction. */
  'PUT /_local/state': async (parts, request) => {
    const exportKey = readExportKey(request);
    const columns = await parts.store.read((view) => listColumns(view.archive));
    const reading = await readExport(request.bytes, columns);
    const origin = { schema: reading.schema, ...(exportKey ? { exportKey } : {}) };
    const rows = await replaceStore(parts, (tx) => tx.archive.replace(readPortions(reading), origin));
    return { body: { rows } };
  },
};
