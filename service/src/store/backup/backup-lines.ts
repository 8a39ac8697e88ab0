import { createHash } from 'node:crypto';
import { version } from '@slipway/declarations/version';
import { NoBackup } from '../failures.ts';
import { schemaVersion } from '../migrations.ts';
import type { Store } from '../store.ts';

/** The first line of a backup. `keys`: the data keys, sealed by the master key. */
export interface BackupHeader {
  readonly slipway: 'backup';
  readonly schema: number;
  readonly version: string;
  readonly at: string;
  readonly keys: string;
}
/** The last line: what a backup without it is a part of. `sha256`: of all lines before. */
export interface BackupEnd {
  readonly end: true;
  readonly rows: number;
  readonly sha256: string;
}

/**
 * Writes a backup, line by line: everything that is stored, on one snapshot, as it is stored: secrets stay sealed. Throws
 * NoBackup for a store in memory, whose keys end with the process.
 */
export const writeBackup = (store: Store, at: Date, write: (lines: string) => void | Promise<void>): Promise<number> =>
  store.read(async ({ archive }) => {
    const keys = await archive.readKeys();
    if (keys === undefined) throw new NoBackup('a store in memory has no backup; GET /_local/state with a Slipway-Export-Key exports it');
    const hash = createHash('sha256');
    let count = 0;
    const writeRows = async (table: string, rows: readonly unknown[]): Promise<void> => {
      const text = rows.map((row) => `${JSON.stringify({ table, row })}\n`).join('');
      hash.update(text);
      count += rows.length;
      await write(text);
    };
    const header: BackupHeader = { slipway: 'backup', schema: schemaVersion, version, at: at.toISOString(), keys };
    const first = `${JSON.stringify(header)}\n`;
    hash.update(first);
    await write(first);
    for await (const { table, rows } of archive.portions()) await writeRows(table, rows);
    for await (const rows of archive.snapshotRows()) await writeRows('snapshots', rows);
    await write(`${JSON.stringify({ end: true, rows: count, sha256: hash.digest('hex') } satisfies BackupEnd)}\n`);
    return count;
  });
