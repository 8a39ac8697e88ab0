import type { ReadTransaction, Transaction } from '../../store/store.ts';
import type { StoredFilePart } from './stored.ts';

const kind = 'registry-provider-files';
/** A package of megabytes is stored in parts: no statement carries all of it. */
const partBytes = 1024 * 1024;

const keyOf = (name: string, index: number): string => `${name}/${index}`;

const listParts = async (tx: ReadTransaction, scope: string, name: string) =>
  (await tx.list<StoredFilePart>({ kind, scope })).records.filter(({ key }) => key.startsWith(`${name}/`));

/** Stores a file of a version or a platform, in the place of an earlier one. */
export const writeFile = async (
  tx: Transaction,
  newId: (prefix: string) => string,
  scope: string,
  name: string,
  bytes: Uint8Array,
): Promise<void> => {
  for (const { id } of await listParts(tx, scope, name)) await tx.delete(kind, id);
  for (let index = 0; index * partBytes < bytes.length; index++) {
    const part = bytes.subarray(index * partBytes, (index + 1) * partBytes);
    await tx.insert<StoredFilePart>({
      id: newId('provfile'),
      kind,
      scope,
      key: keyOf(name, index),
      name: '',
      body: { base64: Buffer.from(part).toString('base64') },
    });
  }
};

/** The bytes of a file, or undefined where none was uploaded. */
export const readFile = async (tx: ReadTransaction, scope: string, name: string): Promise<Buffer | undefined> => {
  const parts = await listParts(tx, scope, name);
  if (parts.length === 0) return undefined;
  const indexOf = (key: string): number => Number(key.slice(name.length + 1));
  return Buffer.concat(
    [...parts].sort((one, other) => indexOf(one.key) - indexOf(other.key)).map(({ body }) => Buffer.from(body.base64, 'base64')),
  );
};
