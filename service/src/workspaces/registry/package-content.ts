import { newId } from '../../store/new-id.ts';
import type { ReadTransaction, Transaction } from '../../store/store.ts';
import type { StoredModulePackage } from './stored.ts';

/** Small enough that storing one does not hold up other requests. */
const pieceBytes = 256 * 1024;
const kind = 'module-packages';
/** The first piece has the key of the whole. */
const keyOf = (version: string, piece: number): string => (piece === 0 ? version : `${version}/${piece}`);

export const savePackage = async (tx: Transaction, module: string, version: string, bytes: Uint8Array): Promise<void> => {
  const pieces = Math.max(1, Math.ceil(bytes.length / pieceBytes));
  for (let piece = 0; piece < pieces; piece++) {
    const base64 = Buffer.from(bytes.subarray(piece * pieceBytes, (piece + 1) * pieceBytes)).toString('base64');
    const body: StoredModulePackage = { base64, ...(piece === 0 ? { pieces } : {}) };
    await tx.insert<StoredModulePackage>({ id: newId('modpkg'), kind, scope: module, key: keyOf(version, piece), name: '', body });
  }
};

/** Undefined: it was not uploaded. An older release kept it in one piece. */
export const readPackage = async (view: ReadTransaction, module: string, version: string): Promise<Buffer | undefined> => {
  const first = await view.getByKey<StoredModulePackage>(kind, module, version);
  if (!first) return undefined;
  const found = [Buffer.from(first.body.base64, 'base64')];
  for (let piece = 1; piece < (first.body.pieces ?? 1); piece++) {
    const record = await view.getByKey<StoredModulePackage>(kind, module, keyOf(version, piece));
    found.push(Buffer.from(record?.body.base64 ?? '', 'base64'));
  }
  return Buffer.concat(found);
};

export const deletePackage = async (tx: Transaction, module: string, version: string): Promise<void> => {
  const pieces = (await tx.getByKey<StoredModulePackage>(kind, module, version))?.body.pieces ?? 1;
  for (let piece = 0; piece < pieces; piece++) {
    const record = await tx.getByKey(kind, module, keyOf(version, piece));
    if (record) await tx.delete(kind, record.id);
  }
};
