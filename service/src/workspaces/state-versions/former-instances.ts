/**
 * What state versions manage, as releases before decision 175 stored it: kind `state-instances`, scope the workspace's id, key the
 * version's with the number of the piece, or the version's alone; objects with fingerprints that are not those of today. It is read until
 * the next version of the workspace replaces it.
 */
import type { ReadTransaction, StoredRecord, Transaction } from '../../store/store.ts';
import { readContent } from './content.ts';
import { type KnownObject, type KnownObjects, type StoredInstance, toAddress } from './instance-addresses.ts';
import type { ManagedObjects } from './read-resources.ts';
import { readStateFile } from './reading/read-state-file.ts';

const kind = 'state-instances';
type FormerPiece = StoredRecord<{ readonly instances: readonly StoredInstance[] }>;

const versionOf = ({ key }: Pick<StoredRecord, 'key'>): string => key.split('/', 1)[0]!;
const isFormer = (piece: Pick<StoredRecord, 'key'>): boolean => versionOf(piece).startsWith('sv-');

/** How many pieces are read at a time: each takes some milliseconds, and most states have one. */
const fewPieces = 3;

const listFormerPieces = async (view: ReadTransaction, scope: string): Promise<readonly FormerPiece[]> => {
  const found: FormerPiece[] = [];
  for (let offset = 0; ; offset += fewPieces) {
    const { records } = await view.list<FormerPiece['body']>({ kind, scope }, { offset, limit: fewPieces, uncounted: true });
    found.push(...records.filter(isFormer));
    if (records.length < fewPieces) return found;
  }
};

export const loadFormerInstances = async (view: ReadTransaction, scope: string, version: string): Promise<readonly StoredInstance[]> =>
  (await listFormerPieces(view, scope)).flatMap((piece) => (versionOf(piece) === version ? piece.body.instances : []));

/** The fingerprints of today, by address, of the objects of a version: read out of its content. */
const readFingerprints = async (view: ReadTransaction, scope: string, version: string): Promise<ReadonlyMap<string, string>> => {
  const bytes = await readContent(view, { kind: 'state-contents', scope, version });
  const reading = bytes && readStateFile({ version, bytes, md5: null, pointer: '' });
  if (!reading || 'status' in reading) return new Map();
  const managed = reading.managed.map((text) => JSON.parse(text) as ManagedObjects);
  return new Map(
    managed.flatMap(({ blocks, objects }) =>
      objects.map(([block, key, fingerprint]) => [toAddress(blocks[block]!, key), fingerprint] as const),
    ),
  );
};

/** The objects of the latest version as a former release stored them. */
export const loadFormerObjects = async (view: ReadTransaction, scope: string, version: string): Promise<KnownObjects> => {
  const instances = await loadFormerInstances(view, scope, version);
  if (instances.length === 0) return new Map();
  const fingerprints = await readFingerprints(view, scope, version);
  return new Map(
    instances.map(({ address, createdAt, updatedAt, modifiedBy }): [string, KnownObject] => [
      address,
      { fingerprint: fingerprints.get(address) ?? '', createdAt, updatedAt, modifiedBy },
    ]),
  );
};

/** Deletes what a former release stored, but that of one version. */
export const deleteFormerInstances = async (tx: Transaction, scope: string, kept: string | null): Promise<void> => {
  for (const piece of await listFormerPieces(tx, scope)) if (versionOf(piece) !== kept) await tx.delete(kind, piece.id);
};
