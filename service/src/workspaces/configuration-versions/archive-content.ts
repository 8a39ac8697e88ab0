import { createHash } from 'node:crypto';
import { newId } from '../../store/new-id.ts';
import type { ReadTransaction, StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredConfigurationContent, StoredConfigurationVersion } from './stored.ts';

/** Small enough that sealing and storing one does not hold up other requests. */
const pieceBytes = 256 * 1024;

const kind = 'configuration-contents';
const keysOf = (id: string, size: number): readonly string[] =>
  Array.from({ length: Math.ceil(size / pieceBytes) }, (_, number) => `${id}/${number}`);

export const saveArchive = async (tx: Transaction, version: StoredRecord<StoredConfigurationVersion>, bytes: Uint8Array): Promise<void> => {
  for (const [number, key] of keysOf(version.id, bytes.length).entries()) {
    const piece = bytes.subarray(number * pieceBytes, (number + 1) * pieceBytes);
    const body: StoredConfigurationContent = { base64: Buffer.from(piece).toString('base64') };
    await tx.insert<StoredConfigurationContent>({ id: newId('cc'), kind, scope: version.scope, key, name: '', body });
  }
};

/** A digest that identifies an archive. */
export const digestArchive = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The archive as it was uploaded; empty where none was. */
export const readArchive = async (
  view: ReadTransaction,
  { id, scope, body }: StoredRecord<StoredConfigurationVersion>,
): Promise<Buffer> => {
  const keys = keysOf(id, body.size);
  if (keys.length === 0) return Buffer.alloc(0);
  const { records } = await view.list<StoredConfigurationContent>({ kind, scope, keys });
  const pieces = new Map(records.map((record) => [record.key, Buffer.from(record.body.base64, 'base64')]));
  return Buffer.concat(keys.map((key) => pieces.get(key) ?? Buffer.alloc(0)));
};

export const deleteArchive = async (tx: Transaction, { id, scope, body }: StoredRecord<StoredConfigurationVersion>): Promise<void> => {
  for (const record of (await tx.list({ kind, scope, keys: keysOf(id, body.size) })).records) await tx.delete(kind, record.id);
};
