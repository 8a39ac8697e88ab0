import { join } from 'node:path';
import { StoreUnavailable } from '../failures.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

export const dataFilePath = (directory: string): string => join(directory, 'slipway.db');
/** SQLite's name for the log of that file. */
export const logFilePath = (directory: string): string => `${dataFilePath(directory)}-wal`;

export const defaultKeyPath = (directory: string): string => join(directory, 'slipway.key');

/** A sentence on how to restore a store. */
export const describeWayBack = (directory: string): string =>
  `move ${directory} away and restore a backup with \`slipway restore\` (docs/team-service.md)`;

/** Throws StoreUnavailable where the file is a database, but none of a store. */
export const requireStoreTables = (connection: SqliteConnection, directory: string): void => {
  if (connection.query("select 1 from sqlite_schema where name = 'meta'").length > 0) return;
  throw new StoreUnavailable(
    `the data file ${dataFilePath(directory)} holds no store: ${describeWayBack(directory)}, or start with a new folder`,
  );
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
