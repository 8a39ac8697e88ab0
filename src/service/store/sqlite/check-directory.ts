import { StoreUnavailable } from '../failures.ts';
import { describeNewerSchema, isCompatibleSchema, schemaVersion } from '../migrations.ts';
import { openDataKeys } from '../sealing/data-keys.ts';
import { type MasterKeySource, resolveMasterKey } from '../sealing/master-key.ts';
import { createSealer, type Sealer, UnknownDataKey, UnreadableSecret } from '../sealing/sealer.ts';
import { secretMembers } from '../sealing/secret-members.ts';
import { keyRows } from '../sealing/store-keys.ts';
import { defaultKeyPath, describeWayBack, requireDataFile, requireSoundFile, dataFilePath } from './data-file.ts';
import { readSqliteSchema } from './migrate-sqlite.ts';
import { describeLock } from './directory.ts';
import { openConnection, readSqliteCode, type SqliteConnection } from './sqlite-connection.ts';

export interface DirectoryCheck {
  readonly schema: number;
  readonly records: number;
  readonly secrets: number;
}

const readMeta = (connection: SqliteConnection, key: string): string | undefined =>
  connection.query(`select value from meta where key = '${key}'`)[0]?.value as string | undefined;

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
  requireSoundFile(connection, directory, 'integrity_check');
  const where = `the data directory ${directory}`;
  const found = readSqliteSchema(connection);
  const { version: schema } = found;
  if (schema > schemaVersion && !isCompatibleSchema(found)) throw new StoreUnavailable(describeNewerSchema(where, schema));
  const [{ odd, records } = {}] = connection.query('select count(*) as records, sum(not json_valid(body)) as odd from records');
  if (Number(odd) > 0) throw new StoreUnavailable(`${where}: ${String(odd)} records hold no JSON any more: ${describeWayBack(directory)}`);
  const keys = readMeta(connection, keyRows.dataKeys);
  if (keys === undefined) return { schema, records: Number(records), secrets: 0 };
  const masterKey = resolveMasterKey(source, defaultKeyPath(directory), false, where);
  return { schema, records: Number(records), secrets: openSecrets(connection, createSealer(openDataKeys(masterKey, keys, where))) };
};

/** Reads everything in a data directory that no process holds open, and changes nothing. Throws StoreUnavailable with what is wrong. */
export const checkDirectory = (directory: string, source?: MasterKeySource): DirectoryCheck => {
  requireDataFile(directory);
  const connection = openConnection(dataFilePath(directory), directory);
  try {
    connection.execute('pragma query_only = on');
    return checkContent(connection, directory, source);
  } catch (error) {
    if (error instanceof UnknownDataKey || error instanceof UnreadableSecret)
      throw new StoreUnavailable(`the data directory ${directory}: ${error.message}: ${describeWayBack(directory)}`, { cause: error });
    if (readSqliteCode(error) === 'SQLITE_BUSY') throw new StoreUnavailable(describeLock(directory), { cause: error });
    throw error;
  } finally {
    connection.close();
  }
};
