import { changeBodies } from '../archive/change-bodies.ts';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import { createDataKey, type DataKey, dataKeysRow, sealDataKeys } from './data-keys.ts';
import { openLegacyBody } from './legacy-seal.ts';
import { createSealer, resealBody, type Sealer } from './sealer.ts';

/** The rows of `meta` about keys. Their values hold base64, JSON and digits only: no quotation mark of SQL. */
export const keyRows = { dataKeys: dataKeysRow, isSealed: 'is-sealed' } as const;
const writeMeta = ({ schemaPrefix }: SqlDialect, key: string, value: string): string =>
  `insert into ${schemaPrefix}meta (key, value) values ('${key}', '${value}') on conflict (key) do update set value = excluded.value`;

/** Statements that store the keys; PostgreSQL tells other processes by the row `writer`, which each unit of work reads. */
export const writeDataKeys = (dialect: SqlDialect, masterKey: Buffer, keys: readonly DataKey[]): readonly string[] => [
  writeMeta(dialect, keyRows.dataKeys, sealDataKeys(masterKey, keys)),
  ...(dialect.schemaPrefix === '' ? [] : [writeMeta(dialect, 'writer', keys.at(-1)!.id)]),
];

export const saveKeys = async (dialect: SqlDialect, session: SqlSession, masterKey: Buffer, keys: readonly DataKey[]): Promise<void> => {
  for (const statement of writeDataKeys(dialect, masterKey, keys)) await session.query(statement, []);
};

/** Whether the secrets of the store are sealed: up to schema version 3, they were not. */
export const isStoreSealed = async ({ schemaPrefix }: SqlDialect, session: SqlSession): Promise<boolean> =>
  (await session.query(`select 1 from ${schemaPrefix}meta where key = '${keyRows.isSealed}'`, [])).length > 0;

/** Seals what an older release left in clear; returns the number of records. */
export const sealStore = async (dialect: SqlDialect, session: SqlSession, sealer: Sealer): Promise<number> => {
  if (await isStoreSealed(dialect, session)) return 0;
  const count = await changeBodies(dialect, session, (kind, id, text, storeSecret) =>
    sealer.seal(kind, id, openLegacyBody(kind, text, storeSecret)),
  );
  await session.query(writeMeta(dialect, keyRows.isSealed, '1'), []);
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
