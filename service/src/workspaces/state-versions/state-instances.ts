import { newId } from '../../store/new-id.ts';
import type { ReadTransaction, StoredRecord, Transaction } from '../../store/store.ts';
import type { ResourceInstance } from './read-resources.ts';
import type { StoredStateVersion } from './stored.ts';

export interface StoredInstance extends ResourceInstance {
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The state version that changed it last. */
  readonly modifiedBy: string;
}
/**
 * Kind `state-instances`, scope the workspace's id, key the version's with the number of the piece (an older release: the version's
 * alone); kept for the current and the latest version.
 */
interface StateInstances {
  readonly instances: readonly StoredInstance[];
}

const kind = 'state-instances';
const versionOf = ({ key }: Pick<StoredRecord, 'key'>): string => key.split('/', 1)[0]!;

/** How many pieces are read at a time: each takes some milliseconds, and most states have one. */
const fewPieces = 3;

async function* readPieces(view: ReadTransaction, scope: string): AsyncGenerator<StoredRecord<StateInstances>> {
  for (let offset = 0; ; offset += fewPieces) {
    const { records } = await view.list<StateInstances>({ kind, scope }, { offset, limit: fewPieces, uncounted: true });
    yield* records;
    if (records.length < fewPieces) return;
  }
}

/** The instances of resources that a state version manages. */
export const loadInstances = async (view: ReadTransaction, scope: string, version: string): Promise<readonly StoredInstance[]> => {
  const found: StoredInstance[] = [];
  for await (const piece of readPieces(view, scope)) if (versionOf(piece) === version) found.push(...piece.body.instances);
  return found;
};

/** What a workspace's state versions manage, as far as it is kept. */
export interface LatestInstances {
  /** The objects of the latest version, by address. */
  readonly known: ReadonlyMap<string, StoredInstance>;
  readonly pieces: readonly { readonly id: string; readonly version: string }[];
}

export const loadLatestInstances = async (view: ReadTransaction, scope: string): Promise<LatestInstances> => {
  let latest: { readonly version: string; readonly known: Map<string, StoredInstance> } | undefined;
  const pieces: { readonly id: string; readonly version: string }[] = [];
  for await (const piece of readPieces(view, scope)) {
    const version = versionOf(piece);
    if (latest?.version !== version) latest = { version, known: new Map() };
    for (const instance of piece.body.instances) latest.known.set(instance.address, instance);
    pieces.push({ id: piece.id, version });
  }
  return { known: latest?.known ?? new Map(), pieces };
};

/** Dates of each object, from the version before: when it was created, and which version changed it last. */
const dateInstances = (
  instances: readonly ResourceInstance[],
  known: ReadonlyMap<string, StoredInstance>,
  { id, body: { createdAt } }: Pick<StoredRecord<StoredStateVersion>, 'id' | 'body'>,
): readonly StoredInstance[] =>
  instances.map((instance) => {
    const old = known.get(instance.address);
    if (old?.fingerprint === instance.fingerprint) return { ...old, ...instance };
    return { ...instance, createdAt: old?.createdAt ?? createdAt, updatedAt: createdAt, modifiedBy: id };
  });

/**
 * Stores what a version manages, and deletes what all versions but the current one manage. `pieces`: JSON texts of lists of
 * ResourceInstance; `current`: the workspace's version until now.
 */
export const saveInstances = async (
  tx: Transaction,
  version: Pick<StoredRecord<StoredStateVersion>, 'id' | 'scope' | 'body'>,
  { known, pieces: kept }: LatestInstances,
  current: string | null,
  pieces: readonly string[],
): Promise<void> => {
  const { id, scope } = version;
  const outdated = kept.filter((piece) => piece.version !== current).map((piece) => tx.delete(kind, piece.id));
  // A version without objects is the latest one, too.
  const inserted = (pieces.length === 0 ? ['[]'] : pieces).map((text, number) => {
    const instances = dateInstances(JSON.parse(text) as readonly ResourceInstance[], known, version);
    return tx.insert<StateInstances>({ id: newId('si'), kind, scope, key: `${id}/${number}`, name: '', body: { instances } });
  });
  await Promise.all([...outdated, ...inserted]);
};
