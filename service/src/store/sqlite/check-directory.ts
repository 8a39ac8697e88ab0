import { StoreUnavailable } from '../failures.ts';
import type { MasterKeySource } from '../sealing/master-key.ts';
import { createSealer, type Sealer, UnknownDataKey, UnreadableSecret } from '../sealing/sealer.ts';
import { secretMembers } from '../sealing/secret-members.ts';
import { examinePermissions } from '../file-permissions.ts';
import { dataFilePath, describeWayBack, logFilePath, requireSoundFile, requireStoreTables } from './data-file.ts';
import { readUnchanged, requireWholeFolder } from './examine-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { markPath } from './folder-mark.ts';
import { requireKnownSchema } from './migrate-sqlite.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { requireUnchangedPages } from './verify-pages.ts';
import { readKeys } from './sqlite-keys.ts';

export interface DirectoryCheck {
  readonly schema: number;
  readonly records: number;
  readonly secrets: number;
}

/** Decrypts every sealed value; returns the number of records that may have one. Throws UnknownDataKey or UnreadableSecret. */
const openSecrets = (connection: SqliteConnection, sealer: Sealer): number => {
  let count = 0;
  for (const kind of Object.keys(secretMembers))
    for (const { id, body } of connection.query('select id, body from records where kind = ?', [kind])) {
      JSON.stringify(sealer.open(kind, id as string, body as string));
      count++;
    }
  return count;
};

const checkContent = (connection: SqliteConnection, directory: string, source: MasterKeySource | undefined): DirectoryCheck => {
  const where = `the data directory ${directory}`;
  requireStoreTables(connection, directory);
  requireSoundFile(connection, directory, 'integrity_check');
  const { version: schema } = requireKnownSchema(connection, where);
  const [{ odd, records } = {}] = connection.query('select count(*) as records, sum(not json_valid(body)) as odd from records');
  if (Number(odd) > 0) throw new StoreUnavailable(`${where}: ${String(odd)} records hold no JSON any more: ${describeWayBack(directory)}`);
  const keys = readKeys(connection, { directory, masterKey: source });
  return { schema, records: Number(records), secrets: keys ? openSecrets(connection, createSealer(keys.keys)) : 0 };
};

const checkLocked = (directory: string, source: MasterKeySource | undefined): DirectoryCheck => {
  const folder = requireWholeFolder(directory);
  const { data } = folder;
  if (!data || data.size === 0) throw new StoreUnavailable(`the data directory ${directory} holds no store: start the service once`);
  requireUnchangedPages(folder);
  try {
    const found = readUnchanged(directory, (connection) => checkContent(connection, directory, source));
    if (found) return found;
  } catch (error) {
    if (error instanceof UnknownDataKey || error instanceof UnreadableSecret)
      throw new StoreUnavailable(`the data directory ${directory}: ${error.message}: ${describeWayBack(directory)}`, { cause: error });
    throw error;
  }
  throw new StoreUnavailable(`the last change to ${dataFilePath(directory)} was interrupted: start the service once, which undoes it`);
};

/** Reads a data directory that no process has open, without changing it. Throws StoreUnavailable for whatever a start would refuse. */
export const checkDirectory = (directory: string, source?: MasterKeySource): DirectoryCheck => {
  examinePermissions(directory, [dataFilePath(directory), logFilePath(directory), markPath(directory)]);
  const release = lockFolder(directory, false);
  try {
    return checkLocked(directory, source);
  } finally {
    release();
  }
};
