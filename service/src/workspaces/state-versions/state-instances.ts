import type { ReadTransaction, StoredRecord, Transaction } from '../../store/store.ts';
import { newId } from '../../store/new-id.ts';
import { type KnownObject, type KnownObjects, type StoredInstance, toAddress, toInstance } from './instance-addresses.ts';
import { loadFormerInstances } from './former-instances.ts';
import type { ManagedBlock, ManagedObjects } from './read-resources.ts';
import type { StoredStateVersion } from './stored.ts';

/** An object of a piece. The last three are indexes in its header: when it was created and changed, and by which version. */
type DatedObject = readonly [block: number, key: unknown, fingerprint: string, created: number, updated: number, by: number];
interface PieceHeader {
  readonly blocks: readonly ManagedBlock[];
  readonly times: readonly string[];
  /** IDs of state versions. */
  readonly versions: readonly string[];
}
/**
 * Kind `state-instances`, scope the workspace's id, key `<slot>/<number>`: what a state version manages. There are two slots: a version
 * that is intermediate does not overwrite that of the current one (decision 175). Former releases: see former-instances.ts.
 */
interface InstancePiece {
  /** In the first piece: how many there are. */
  readonly pieces?: number;
  readonly instances: readonly [PieceHeader, ...DatedObject[]];
}
export type InstanceSlot = 'a' | 'b';
export const otherSlot = (slot: InstanceSlot): InstanceSlot => (slot === 'a' ? 'b' : 'a');

const kind = 'state-instances';
export type InstancePieces = readonly StoredRecord<InstancePiece>[];

export const loadPieces = async (view: ReadTransaction, scope: string, slot: InstanceSlot | undefined): Promise<InstancePieces> => {
  if (slot === undefined) return [];
  const read = (piece: number) => view.getByKey<InstancePiece>(kind, scope, `${slot}/${piece}`);
  const first = await read(0);
  if (!first) return [];
  const others = await Promise.all(Array.from({ length: (first.body.pieces ?? 1) - 1 }, (_, piece) => read(piece + 1)));
  return [first, ...others.flatMap((piece) => piece ?? [])];
};

/** What the current version of a workspace manages. */
export const loadInstances = async (
  view: ReadTransaction,
  { id, scope, body }: StoredRecord<StoredStateVersion>,
): Promise<readonly StoredInstance[]> => {
  if (body.managedIn === undefined) return loadFormerInstances(view, scope, id);
  return (await loadPieces(view, scope, body.managedIn)).flatMap((piece) => {
    const [{ blocks, times, versions }, ...objects] = piece.body.instances;
    return objects.map(([block, key, , created, updated, by]) => ({
      ...toInstance(blocks[block]!, key),
      createdAt: times[created]!,
      updatedAt: times[updated]!,
      modifiedBy: versions[by]!,
    }));
  });
};

export const listKnownObjects = (pieces: InstancePieces): KnownObjects => {
  const known = new Map<string, KnownObject>();
  for (const { body } of pieces) {
    const [{ blocks, times, versions }, ...objects] = body.instances;
    for (const [block, key, fingerprint, created, updated, by] of objects)
      known.set(toAddress(blocks[block]!, key), {
        fingerprint,
        createdAt: times[created]!,
        updatedAt: times[updated]!,
        modifiedBy: versions[by]!,
      });
  }
  return known;
};

/** Gives each text an index in a list, once. */
const createIndex = () => {
  const known = new Map<string, number>();
  return {
    find(text: string): number {
      const found = known.get(text) ?? known.size;
      known.set(text, found);
      return found;
    },
    list: (): readonly string[] => [...known.keys()],
  };
};

/** Dates of each object, from the version before: when it was created, and which version changed it last. */
const dateObjects = (
  { blocks, objects }: ManagedObjects,
  known: KnownObjects,
  { id, body: { createdAt: now } }: Pick<StoredRecord<StoredStateVersion>, 'id' | 'body'>,
): InstancePiece['instances'] => {
  const [times, versions] = [createIndex(), createIndex()];
  const dated = objects.map(([block, key, fingerprint]): DatedObject => {
    const former = known.get(toAddress(blocks[block]!, key));
    const { createdAt = now, updatedAt, modifiedBy } = former ?? {};
    return former?.fingerprint === fingerprint
      ? [block, key, fingerprint, times.find(createdAt), times.find(updatedAt!), versions.find(modifiedBy!)]
      : [block, key, fingerprint, times.find(createdAt), times.find(now), versions.find(id)];
  });
  return [{ blocks, times: times.list(), versions: versions.list() }, ...dated];
};

export interface SavedInstances {
  readonly version: Pick<StoredRecord<StoredStateVersion>, 'id' | 'scope' | 'body'>;
  readonly slot: InstanceSlot;
  /** What the slot has until now. */
  readonly replaced: InstancePieces;
  readonly known: KnownObjects;
  /** JSON texts of ManagedObjects. */
  readonly managed: readonly string[];
}

/** Stores what a version manages, in place of what the slot had. */
export const saveInstances = async (tx: Transaction, { version, slot, replaced, known, managed }: SavedInstances): Promise<void> => {
  const { scope } = version;
  const saved = managed.map((text, piece) => {
    const instances = dateObjects(JSON.parse(text) as ManagedObjects, known, version);
    const body: InstancePiece = piece === 0 ? { pieces: managed.length, instances } : { instances };
    const former = replaced[piece];
    if (former) return tx.update<InstancePiece>(former, { body });
    return tx.insert<InstancePiece>({ id: newId('si'), kind, scope, key: `${slot}/${piece}`, name: '', body });
  });
  await Promise.all([...saved, ...deletePieces(tx, replaced.slice(managed.length))]);
};

export const deletePieces = (tx: Transaction, pieces: InstancePieces): readonly Promise<void>[] =>
  pieces.map(({ id }) => tx.delete(kind, id));
