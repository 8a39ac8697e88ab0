import { identityChanged } from '../identity.ts';
import { badRequest, unprocessable } from '../problem.ts';
import { schemaVersion } from '../store/migrations.ts';
import { storable } from '../store/text.ts';
import { type Portion, type WholeTable, wholeTables, type WholeView } from '../store/whole/whole.ts';
import { version } from '../../version.ts';
import { isObject } from '../json-api/read.ts';
import type { ControlParts, Controls } from './control.ts';

/** Columns that hold documents: an export tells them as JSON, not as text. */
const documents: { readonly [table: string]: string | undefined } = { records: 'body', links: 'note' };

type Row = { readonly [column: string]: unknown };
const shown = (table: WholeTable, row: Row): Row => {
  const column = documents[table];
  return column === undefined ? row : { ...row, [column]: JSON.parse(row[column] as string) as unknown };
};

/** A row of an export as the table takes it. `at`: which line or member it is, for whoever wrote it. */
const taken = (table: WholeTable, columns: ReadonlySet<string>, row: unknown, at: string): Row => {
  if (!isObject(row)) throw unprocessable(`${at}: expected a row of ${table}`);
  const column = documents[table];
  const unknown = Object.keys(row).find((name) => !columns.has(name));
  if (unknown !== undefined) throw unprocessable(`${at}: ${table} has no column "${unknown}"; expected ${[...columns].join(', ')}`);
  const stored = column === undefined || !(column in row) ? row : { ...row, [column]: JSON.stringify(row[column]) };
  for (const [name, value] of Object.entries(stored)) {
    if (typeof value === 'string' ? !storable(value) : value !== null && typeof value !== 'number') throw unprocessable(`${at}: expected a text, a number or null as "${name}"`);
  }
  return stored;
};

const isTable = (name: unknown): name is WholeTable => (wholeTables as readonly unknown[]).includes(name);

interface Line { readonly table: WholeTable; readonly row: unknown; readonly at: string }

const checkHeader = (header: unknown): void => {
  if (!isObject(header) || header['slipway'] !== 'export') throw unprocessable('expected an export of GET /_local/state, whose first member is {"slipway": "export"}');
  const { schema } = header;
  if (typeof schema !== 'number') throw unprocessable('expected the number of its schema', '/schema');
  if (schema > schemaVersion) throw unprocessable(`this export is of a newer release: its schema version is ${schema}, this release knows ${schemaVersion}`);
};

const parsed = (text: string, at: string): unknown => {
  try { return JSON.parse(text); } catch (error) { throw badRequest(`${at} is not valid JSON: ${(error as Error).message}`); }
};

const tableNamed = (name: unknown, at: string): WholeTable => {
  if (!isTable(name)) throw unprocessable(`${at}: there is no table "${String(name)}"; expected one of ${wholeTables.join(', ')}`);
  return name;
};

/** Lines or one document, whichever it is. */
const linesOf = (text: string): readonly Line[] => {
  const end = text.indexOf('\n');
  let first: unknown;
  try { first = JSON.parse(end < 0 ? text : text.slice(0, end)); } catch { first = parsed(text, 'the export'); }
  checkHeader(first);
  const { tables } = first as Row;
  if (isObject(tables)) {
    return Object.entries(tables).flatMap(([name, rows]) => {
      const table = tableNamed(name, '/tables');
      if (!Array.isArray(rows)) throw unprocessable('expected a list of rows', `/tables/${name}`);
      return rows.map((row: unknown, index) => ({ table, row, at: `/tables/${name}/${index}` }));
    });
  }
  return text.split('\n').slice(1).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const at = `line ${index + 2}`;
    const found = parsed(line, at);
    if (!isObject(found)) throw unprocessable(`${at}: expected {"table": …, "row": …}`);
    return [{ table: tableNamed(found['table'], at), row: found['row'], at }];
  });
};

const portionsOf = async (view: WholeView, lines: readonly Line[]): Promise<readonly Portion[]> => {
  const portions: Portion[] = [];
  for (const table of wholeTables) {
    const columns = new Set(await view.columns(table));
    const rows = lines.filter((line) => line.table === table).map(({ row, at }) => taken(table, columns, row, at));
    if (rows.length > 0) portions.push({ table, rows });
  }
  return portions;
};

/** The engine's words for rows that the tables do not take: a key that is there twice, a column left out, a text for a number. */
const isUnfit = (error: unknown): boolean => {
  const { code = '', rawCode = 0 } = (error ?? {}) as { code?: unknown; rawCode?: number };
  // SQLite's own numbers: 19 is a constraint, 20 a mismatch, and what stands above them says which; not all have a name in the driver.
  return rawCode % 256 === 19 || rawCode % 256 === 20 || /^2[23]\w{3}$/.test(String(code));
};

/** Everything is another: who may do what is looked up again. */
export const replaced = async <T>({ store, forgetCallers }: ControlParts, work: Parameters<typeof store.write<T>>[0]): Promise<T> => {
  try {
    const done = await store.write(async (tx) => {
      const result = await work(tx);
      if (result !== undefined) await identityChanged(tx);
      return result;
    });
    forgetCallers();
    return done;
  } catch (error) {
    if (isUnfit(error)) throw unprocessable(`the rows do not fit the tables: ${(error as Error).message}. Nothing was changed`);
    throw error;
  }
};

const header = (at: Date) => ({ slipway: 'export', schema: schemaVersion, version, at: at.toISOString() });

export const stateControls: Controls = {
  /** `?format=jsonl` (a line for each row, the default) or `json`. All that is stored, secrets too. */
  'GET /_local/state': async ({ store, clock }, { query }) => {
    const format = query.get('format') ?? 'jsonl';
    if (format !== 'jsonl' && format !== 'json') throw badRequest(`format is "${format}"; expected jsonl or json`, 'format');
    return store.read(async (view) => {
      const tables: Record<string, Row[]> = Object.fromEntries(wholeTables.map((table) => [table, []]));
      const pieces = [Buffer.from(`${JSON.stringify(header(clock.now()))}\n`)];
      for await (const { table, rows } of view.whole.portions()) {
        const all = rows.map((row) => shown(table, row));
        if (format === 'json') tables[table]!.push(...all);
        else pieces.push(Buffer.from(all.map((row) => `${JSON.stringify({ table, row })}\n`).join('')));
      }
      if (format === 'json') return { body: { ...header(clock.now()), tables } };
      return { content: { type: 'application/jsonl; charset=utf-8', text: Buffer.concat(pieces) } };
    });
  },
  /** What such an export tells instead of all there is; everything or nothing. */
  'PUT /_local/state': async (parts, { text }) => {
    const lines = linesOf(text);
    const rows = await replaced(parts, async (tx) => tx.whole.replace(await portionsOf(tx.whole, lines)));
    return { body: { rows } };
  },
};
