import { findJsonExcess, requireBoundedJson } from '../../http/bounded-json.ts';
import { badRequest, Problem, unprocessable } from '../../http/problem.ts';
import { isObject } from '../../json-api/parse-document.ts';
import { type ArchivePortion, type ArchivedTable, archivedTables } from '../../store/archive/archive.ts';
import { schemaVersion } from '../../store/migrations.ts';
import { isStorable } from '../../store/text.ts';
import { documentColumns, type ExportRow } from './export-rows.ts';

/** The columns of each table. */
export type TableColumns = { readonly [table in ArchivedTable]: readonly string[] };
/** What is in an export: its rows as JSON texts, some in each, so that the main thread reads one at a time. */
export interface ExportReading {
  readonly schema: number;
  /** The texts of lists of rows, concatenated, in UTF-8. Threads share the memory instead of copying it. */
  readonly bytes: Uint8Array;
  /** The length of each text in bytes. */
  readonly portions: readonly { readonly table: ArchivedTable; readonly length: number }[];
}

/** Rows of one portion, and characters of their texts, unless a single row has more. */
const portionLimits = { rows: 500, characters: 256 * 1024 };
/** Limits of one row: its secrets are sealed again in one turn of the main thread. Content of files is stored in pieces of at most 1 MB. */
const rowLimits = { depth: 120, values: 100_000, characters: 4 * 1024 * 1024 };
/** Limits of an export that is one document, and of an export's first line. */
const documentLimits = { depth: 130, values: 5_000_000 };

const isTable = (name: unknown): name is ArchivedTable => (archivedTables as readonly unknown[]).includes(name);
const requireTable = (name: unknown, at: string): ArchivedTable => {
  if (!isTable(name)) throw unprocessable(`${at}: there is no table "${String(name)}"; expected one of ${archivedTables.join(', ')}`);
  return name;
};

const requireExportHeader = (header: unknown): number => {
  if (!isObject(header) || header['slipway'] !== 'export')
    throw unprocessable('expected an export of GET /_local/state, whose first member is {"slipway": "export"}');
  const { schema } = header;
  if (typeof schema !== 'number') throw unprocessable('expected the number of its schema', '/schema');
  if (schema > schemaVersion)
    throw unprocessable(`this export is of a newer release: its schema version is ${schema}, this release knows ${schemaVersion}`);
  return schema;
};

const requireBoundedRow = (text: string, at: string): void => {
  const { characters, values, depth } = rowLimits;
  if (text.length > characters) throw new Problem(413, [{ detail: `${at}: the row has ${text.length} characters; at most ${characters}` }]);
  const excess = findJsonExcess(text, rowLimits);
  if (excess === 'values') throw new Problem(413, [{ detail: `${at}: the row has more than ${values} values` }]);
  if (excess === 'depth') throw badRequest(`${at}: the row is nested more than ${depth} levels deep`);
};

/** A row of an export as a row of its table. `at`: its line or member, for error messages. */
const parseRow = (table: ArchivedTable, columns: readonly string[], row: unknown, at: string): ExportRow => {
  if (!isObject(row)) throw unprocessable(`${at}: expected a row of ${table}`);
  const column = documentColumns[table];
  const unknown = Object.keys(row).find((name) => !columns.includes(name));
  if (unknown !== undefined) throw unprocessable(`${at}: ${table} has no column "${unknown}"; expected ${columns.join(', ')}`);
  const stored = column === undefined || !(column in row) ? row : { ...row, [column]: JSON.stringify(row[column]) };
  for (const [name, value] of Object.entries(stored)) {
    if (typeof value === 'string' ? !isStorable(value) : value !== null && typeof value !== 'number')
      throw unprocessable(`${at}: expected a text, a number or null as "${name}"`);
  }
  return stored;
};

const parseJson = (text: string, at: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badRequest(`${at} is not valid JSON: ${(error as Error).message}`);
  }
};

/** Rows of tables, each table's in the order of the export. */
const collectRows = (columns: TableColumns) => {
  const rows = new Map<ArchivedTable, string[]>(archivedTables.map((table) => [table, []]));
  return {
    rows,
    add(table: ArchivedTable, row: unknown, at: string): void {
      const text = JSON.stringify(parseRow(table, columns[table], row, at));
      requireBoundedRow(text, at);
      rows.get(table)!.push(text);
    },
  };
};
type RowCollector = ReturnType<typeof collectRows>;

const readDocument = (tables: object, { add }: RowCollector): void => {
  for (const [name, rows] of Object.entries(tables)) {
    const table = requireTable(name, '/tables');
    if (!Array.isArray(rows)) throw unprocessable('expected a list of rows', `/tables/${name}`);
    for (const [index, row] of rows.entries()) {
      const at = `/tables/${name}/${index}`;
      requireBoundedRow(JSON.stringify(row), at);
      add(table, row, at);
    }
  }
};

function* splitLines(text: string): Generator<readonly [line: string, number: number]> {
  for (let [start, number] = [0, 1]; start < text.length; number++) {
    const end = text.indexOf('\n', start);
    yield [end < 0 ? text.slice(start) : text.slice(start, end), number];
    if (end < 0) return;
    start = end + 1;
  }
}

const readLines = (text: string, { add }: RowCollector): void => {
  for (const [line, number] of splitLines(text)) {
    if (number === 1 || line.trim() === '') continue;
    const at = `line ${number}`;
    requireBoundedRow(line, at);
    const found = parseJson(line, at);
    if (!isObject(found)) throw unprocessable(`${at}: expected {"table": …, "row": …}`);
    add(requireTable(found['table'], at), found['row'], at);
  }
};

const divideRows = (rows: readonly string[]): readonly string[] => {
  const portions: string[] = [];
  let [portion, size] = [[] as string[], 0];
  for (const row of rows) {
    if (portion.length === portionLimits.rows || (size > 0 && size + row.length > portionLimits.characters)) {
      portions.push(`[${portion.join()}]`);
      [portion, size] = [[], 0];
    }
    portion.push(row);
    size += row.length;
  }
  return portion.length === 0 ? portions : [...portions, `[${portion.join()}]`];
};

const packPortions = (schema: number, rows: RowCollector['rows']): ExportReading => {
  const portions = [...rows].flatMap(([table, texts]) => divideRows(texts).map((text) => ({ table, bytes: Buffer.from(text) })));
  const bytes = new Uint8Array(new SharedArrayBuffer(portions.reduce((sum, portion) => sum + portion.bytes.length, 0)));
  let end = 0;
  for (const portion of portions) {
    bytes.set(portion.bytes, end);
    end += portion.bytes.length;
  }
  return { schema, bytes, portions: portions.map((portion) => ({ table: portion.table, length: portion.bytes.length })) };
};

/** Reads an export of `GET /_local/state`: lines, or one document. Throws a Problem: 400, 413 or 422. */
export const parseExport = (source: Uint8Array, columns: TableColumns): ExportReading => {
  const text = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString('utf8');
  const [first = ''] = splitLines(text).next().value ?? [];
  let header: unknown;
  requireBoundedJson(first, 'the export', documentLimits);
  try {
    header = JSON.parse(first);
  } catch {
    // A document may be written over several lines.
    requireBoundedJson(text, 'the export', documentLimits);
    header = parseJson(text, 'the export');
  }
  const schema = requireExportHeader(header);
  const collector = collectRows(columns);
  const { tables } = header as ExportRow;
  if (isObject(tables)) readDocument(tables, collector);
  else readLines(text, collector);
  return packPortions(schema, collector.rows);
};

/** The rows of an export, a portion at a time. */
export function* readPortions({ bytes, portions }: ExportReading): Generator<ArchivePortion> {
  let start = 0;
  for (const { table, length } of portions) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString('utf8');
    yield { table, rows: JSON.parse(text) as ArchivePortion['rows'] };
    start += length;
  }
}
