import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type ArchivePortion, type ArchivedTable, archivedTables } from '../archive/archive.ts';
import { StoreUnavailable } from '../failures.ts';
import { schemaVersion } from '../migrations.ts';
import type { SqlRow } from '../sql-row.ts';
import type { Store } from '../store.ts';
import type { BackupEnd, BackupHeader } from './backup-lines.ts';

const readLines = (file: string): AsyncIterable<string> => createInterface({ input: createReadStream(file), crlfDelay: Infinity });

const parseLine = <T>(line: string | undefined): Partial<T> => {
  try {
    return JSON.parse(line ?? '') as Partial<T>;
  } catch {
    return {};
  }
};

/**
 * Reads a whole backup and returns its header. Throws StoreUnavailable for another file, a newer release, or a truncated or changed backup.
 */
export const verifyBackup = async (file: string): Promise<BackupHeader> => {
  const hash = createHash('sha256');
  let header: Partial<BackupHeader> | undefined, last: string | undefined;
  for await (const line of readLines(file)) {
    header ??= parseLine<BackupHeader>(line);
    if (header.slipway !== 'backup') break;
    if (last !== undefined) hash.update(`${last}\n`);
    last = line;
  }
  const { slipway, schema = 0, keys } = header ?? {};
  if (slipway !== 'backup' || keys === undefined) throw new StoreUnavailable(`${file} is not a backup of \`slipway backup\``);
  if (schema > schemaVersion)
    throw new StoreUnavailable(`${file} is of a newer release: its schema version is ${schema}, this release knows ${schemaVersion}`);
  const { end, sha256 } = parseLine<BackupEnd>(last);
  if (!end) throw new StoreUnavailable(`${file} is cut off: its last line is missing`);
  if (sha256 !== hash.digest('hex')) throw new StoreUnavailable(`${file} was changed: its checksum does not match`);
  return header as BackupHeader;
};

interface BackupLine {
  readonly table: ArchivedTable | 'snapshots';
  readonly row: SqlRow;
}
interface CountedLine extends BackupLine {
  /** The length of the line. */
  readonly characters: number;
}
async function* readRows(file: string): AsyncGenerator<CountedLine> {
  for await (const line of readLines(file)) {
    const found = parseLine<BackupLine>(line);
    if (found.table !== undefined) yield { ...(found as BackupLine), characters: line.length };
  }
}

/** Rows, and characters of them, that are held at once. */
const batchLimits = { rows: 500, characters: 2 * 1024 * 1024 };
async function* readPortions(file: string): AsyncGenerator<ArchivePortion> {
  let portion: { table: ArchivedTable; rows: SqlRow[] } | undefined;
  let size = 0;
  for await (const { table, row, characters } of readRows(file)) {
    if (!(archivedTables as readonly string[]).includes(table)) continue;
    if (portion && (portion.table !== table || portion.rows.length === batchLimits.rows || size > batchLimits.characters)) {
      yield portion;
      [portion, size] = [undefined, 0];
    }
    size += characters;
    (portion ??= { table: table as ArchivedTable, rows: [] }).rows.push(row);
  }
  if (portion) yield portion;
}

/** Fills an empty store with a verified backup; returns the number of rows. Throws StoreUnavailable for a store that is not empty. */
export const restoreBackup = async (store: Store, file: string, { keys }: BackupHeader): Promise<number> => {
  if ((await store.read((view) => view.count({ kind: 'organizations' }))) > 0)
    throw new StoreUnavailable('the store has organizations: restore into an empty one');
  await store.adoptKeys(keys);
  return store.write(async ({ archive }) => {
    let rows = await archive.replace(readPortions(file));
    for await (const { table, row } of readRows(file)) {
      if (table !== 'snapshots') continue;
      await archive.addSnapshotRows([row]);
      rows++;
    }
    return rows;
  });
};
