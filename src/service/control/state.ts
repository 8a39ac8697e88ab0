import { changeIdentityVersion } from '../access/identity-version.ts';
import { badRequest, unprocessable } from '../http/problem.ts';
import { schemaVersion } from '../store/migrations.ts';
import { isStorable } from '../store/text.ts';
import { type ArchivePortion, type ArchivedTable, archivedTables, type ArchiveReader } from '../store/archive/archive.ts';
import { version } from '../../version.ts';
import { isObject } from '../json-api/parse-document.ts';
import { parseKey } from '../store/sealing/master-key.ts';
import { UnknownDataKey, UnreadableSecret } from '../store/sealing/sealer.ts';
import type { ControlContext, ControlEndpoints, ControlRequest } from './control.ts';
import { spoolBody } from './spool.ts';

/** Columns that hold JSON documents, which an export renders as JSON, not as text. */
const documentColumns: { readonly [table: string]: string | undefined } = { records: 'body', links: 'note' };

type ExportRow = { readonly [column: string]: unknown };
const renderRow = (table: ArchivedTable, row: ExportRow): ExportRow => {
  const column = documentColumns[table];
  return column === undefined ? row : { ...row, [column]: JSON.parse(row[column] as string) as unknown };
};

/** A row of an export as a row of its table. `at`: its line or member, for error messages. */
const parseRow = (table: ArchivedTable, columns: ReadonlySet<string>, row: unknown, at: string): ExportRow => {
  if (!isObject(row)) throw unprocessable(`${at}: expected a row of ${table}`);
  const column = documentColumns[table];
  const unknown = Object.keys(row).find((name) => !columns.has(name));
  if (unknown !== undefined) throw unprocessable(`${at}: ${table} has no column "${unknown}"; expected ${[...columns].join(', ')}`);
  const stored = column === undefined || !(column in row) ? row : { ...row, [column]: JSON.stringify(row[column]) };
  for (const [name, value] of Object.entries(stored)) {
    if (typeof value === 'string' ? !isStorable(value) : value !== null && typeof value !== 'number')
      throw unprocessable(`${at}: expected a text, a number or null as "${name}"`);
  }
  return stored;
};

const isTable = (name: unknown): name is ArchivedTable => (archivedTables as readonly unknown[]).includes(name);

interface ExportLine {
  readonly table: ArchivedTable;
  readonly row: unknown;
  readonly at: string;
}

const requireExportHeader = (header: unknown): number => {
  if (!isObject(header) || header['slipway'] !== 'export')
    throw unprocessable('expected an export of GET /_local/state, whose first member is {"slipway": "export"}');
  const { schema } = header;
  if (typeof schema !== 'number') throw unprocessable('expected the number of its schema', '/schema');
  if (schema > schemaVersion)
    throw unprocessable(`this export is of a newer release: its schema version is ${schema}, this release knows ${schemaVersion}`);
  return schema;
};

const parseJson = (text: string, at: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badRequest(`${at} is not valid JSON: ${(error as Error).message}`);
  }
};

const requireTable = (name: unknown, at: string): ArchivedTable => {
  if (!isTable(name)) throw unprocessable(`${at}: there is no table "${String(name)}"; expected one of ${archivedTables.join(', ')}`);
  return name;
};

/** Lines or one document, whichever it is. */
const parseExport = (text: string): { readonly schema: number; readonly lines: readonly ExportLine[] } => {
  const end = text.indexOf('\n');
  let first: unknown;
  try {
    first = JSON.parse(end < 0 ? text : text.slice(0, end));
  } catch {
    first = parseJson(text, 'the export');
  }
  const schema = requireExportHeader(first);
  const { tables } = first as ExportRow;
  if (isObject(tables)) {
    const lines = Object.entries(tables).flatMap(([name, rows]) => {
      const table = requireTable(name, '/tables');
      if (!Array.isArray(rows)) throw unprocessable('expected a list of rows', `/tables/${name}`);
      return rows.map((row: unknown, index) => ({ table, row, at: `/tables/${name}/${index}` }));
    });
    return { schema, lines };
  }
  const lines = text
    .split('\n')
    .slice(1)
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const at = `line ${index + 2}`;
      const found = parseJson(line, at);
      if (!isObject(found)) throw unprocessable(`${at}: expected {"table": …, "row": …}`);
      return [{ table: requireTable(found['table'], at), row: found['row'], at }];
    });
  return { schema, lines };
};

const groupByTable = async (view: ArchiveReader, lines: readonly ExportLine[]): Promise<readonly ArchivePortion[]> => {
  const portions: ArchivePortion[] = [];
  for (const table of archivedTables) {
    const columns = new Set(await view.listColumns(table));
    const rows = lines.filter((line) => line.table === table).map(({ row, at }) => parseRow(table, columns, row, at));
    if (rows.length > 0) portions.push({ table, rows });
  }
  return portions;
};

/** The engine's words for rows that the tables do not take: a key that is there twice, a column left out, a text for a number. */
const isConstraintError = (error: unknown): boolean => {
  const { code = '', rawCode = 0 } = (error ?? {}) as { code?: unknown; rawCode?: number };
  // SQLite's own numbers: 19 is a constraint, 20 a mismatch, and what stands above them says which; not all have a name in the driver.
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
    const { schema, lines } = parseExport(request.text);
    const exportKey = readExportKey(request);
    const origin = { schema, ...(exportKey ? { exportKey } : {}) };
    const rows = await replaceStore(parts, async (tx) => tx.archive.replace(await groupByTable(tx.archive, lines), origin));
    return { body: { rows } };
  },
};
