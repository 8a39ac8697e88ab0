import { changeBodies } from '../archive/change-bodies.ts';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import { createDataKey, type DataKey, dataKeysRow, sealDataKeys } from './data-keys.ts';
import { openLegacyBody } from './legacy-seal.ts';
import { createSealer, resealBody, type Sealer } from './sealer.ts';
import { secretMembers } from './secret-members.ts';

/** The rows of `meta` about keys. Their values hold base64, JSON and digits only: no quotation mark of SQL. */
export const keyRows = { dataKeys: dataKeysRow, isSealed: 'is-sealed' } as const;
const writeMeta = ({ schemaPrefix }: SqlDialect, key: string, value: string): string =>
  `insert into ${schemaPrefix}meta (key, value) values ('${key}', '${value}') on conflict (key) do update set value = excluded.value`;

/** Statements that store the keys; on PostgreSQL the row `writer`, which each unit of work reads, announces new keys to other processes. */
export const writeDataKeys = (dialect: SqlDialect, masterKey: Buffer, keys: readonly DataKey[]): readonly string[] => [
  writeMeta(dialect, keyRows.dataKeys, sealDataKeys(masterKey, keys)),
  ...(dialect.schemaPrefix === '' ? [] : [writeMeta(dialect, 'writer', keys.at(-1)!.id)]),
];

export const saveKeys = async (dialect: SqlDialect, session: SqlSession, masterKey: Buffer, keys: readonly DataKey[]): Promise<void> => {
  for (const statement of writeDataKeys(dialect, masterKey, keys)) await session.query(statement, []);
};

/** Which members are sealed, as the store remembers it: base64 of a list of kinds with their members. */
const listedMembers = Buffer.from(JSON.stringify(secretMembers)).toString('base64');

/** Which members the store has sealed; undefined: none, up to schema version 3. */
const readSealedMembers = async ({ schemaPrefix }: SqlDialect, session: SqlSession): Promise<string | undefined> =>
  (await session.query(`select value from ${schemaPrefix}meta where key = '${keyRows.isSealed}'`, []))[0]?.['value'] as string | undefined;

/** The kinds whose members were sealed as they are today. What a release before the list left is read as none. */
const findSealedKinds = (listed: string): ReadonlySet<string> => {
  if (listed === '1') return new Set();
  const former = JSON.parse(Buffer.from(listed, 'base64').toString('utf8')) as typeof secretMembers;
  return new Set(Object.keys(former).filter((kind) => JSON.stringify(former[kind]) === JSON.stringify(secretMembers[kind])));
};

/** Seals what an older release left in clear: everything, or members that it took for no secret. Returns the number of records. */
export const sealStore = async (dialect: SqlDialect, session: SqlSession, sealer: Sealer): Promise<number> => {
  const listed = await readSealedMembers(dialect, session);
  if (listed === listedMembers) return 0;
  const sealed = listed === undefined ? undefined : findSealedKinds(listed);
  const count = await changeBodies(dialect, session, (kind, id, text, storeSecret) => {
    if (!sealed) return sealer.seal(kind, id, openLegacyBody(kind, text, storeSecret));
    return sealed.has(kind) ? text : resealBody(sealer, sealer, kind, id, text);
  });
  await session.query(writeMeta(dialect, keyRows.isSealed, listedMembers), []);
  return count;
};

/** Seals everything with a new data key, and that with the master key; returns the keys that hold once the unit is committed. */
export const rotateKeys = async (
  dialect: SqlDialect,
  session: SqlSession,
  sealer: Sealer,
  masterKey: Buffer,
): Promise<readonly DataKey[]> => {
  const keys = [createDataKey()];
  const next = createSealer(keys);
  await changeBodies(dialect, session, (kind, id, text) => resealBody(sealer, next, kind, id, text));
  await saveKeys(dialect, session, masterKey, keys);
  return keys;
};
