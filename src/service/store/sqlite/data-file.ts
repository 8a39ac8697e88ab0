import { closeSync, existsSync, fsyncSync, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailable } from '../failures.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

export const dataFilePath = (directory: string): string => join(directory, 'slipway.db');
/** SQLite's name for the log of that file. */
export const logFilePath = (directory: string): string => `${dataFilePath(directory)}-wal`;
/** Says that a store is in the directory, also after its data file is gone. */
export const markerPath = (directory: string): string => join(directory, 'slipway.store');

export const defaultKeyPath = (directory: string): string => join(directory, 'slipway.key');

/** How to get a store back. */
export const describeWayBack = (directory: string): string =>
  `move ${directory} away and restore a backup with \`slipway restore\` (docs/service.md)`;

/** Throws StoreUnavailable where a store was and its data file is missing or empty: SQLite would begin a new one. */
export const requireDataFile = (directory: string): void => {
  if (!existsSync(markerPath(directory))) return;
  const file = dataFilePath(directory);
  const isThere = existsSync(file);
  if (isThere && statSync(file).size > 0) return;
  throw new StoreUnavailable(
    `the data file ${file} is ${isThere ? 'empty' : 'missing'}, but a store was here: ` +
      `${describeWayBack(directory)}, or start with a new folder`,
  );
};

/** Written once, when the store has its tables and keys. */
export const writeMarker = (directory: string): void => {
  const file = markerPath(directory);
  if (existsSync(file)) return;
  writeFileSync(file, 'A Slipway store: slipway.db holds its data, slipway.key (or another key) opens its secrets.\n', { mode: 0o600 });
  const descriptor = openSync(directory, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
};

/** Reads the whole data file. Throws StoreUnavailable where its structure is damaged. */
export const requireSoundFile = (connection: SqliteConnection, directory: string, check: 'quick_check' | 'integrity_check'): void => {
  const [row] = connection.query(`pragma ${check}(1)`);
  const found = String(Object.values(row ?? {})[0]);
  if (found !== 'ok')
    throw new StoreUnavailable(
      `the data file ${dataFilePath(directory)} is damaged (${found.replaceAll(/\s+/g, ' ').slice(0, 200)}): ${describeWayBack(directory)}`,
    );
};
