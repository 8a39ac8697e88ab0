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

/** Each piece by itself: one takes some milliseconds. */
async function* readPieces(view: ReadTransaction, scope: string): AsyncGenerator<StoredRecord<StateInstances>> {
  for (let offset = 0; ; offset++) {
    const { records } = await view.list<StateInstances>({ kind, scope }, { offset, limit: 1, uncounted: true });
    if (!records[0]) return;
    yield records[0];
  }
}

/** What a state version manages. */
export const loadInstances = async (view: ReadTransaction, scope: string, version: string): Promise<readonly StoredInstance[]> => {
  const found: StoredInstance[] = [];
  for await (const piece of readPieces(view, scope)) if (versionOf(piece) === version) found.push(...piece.body.instances);
  return found;
};

/** The objects of the latest version; those of all versions but the current one are deleted. */
const takeLatest = async (tx: Transaction, scope: string, current: string | null): Promise<ReadonlyMap<string, StoredInstance>> => {
  let latest: { readonly version: string; readonly known: Map<string, StoredInstance> } | undefined;
  const outdated: string[] = [];
  for await (const piece of readPieces(tx, scope)) {
    const version = versionOf(piece);
    if (latest?.version !== version) latest = { version, known: new Map() };
    for (const instance of piece.body.instances) latest.known.set(instance.address, instance);
    if (version !== current) outdated.push(piece.id);
  }
  for (const id of outdated) await tx.delete(kind, id);
  return latest?.known ?? new Map();
};

/** What is known of each object from the version before: since when it is there, and what changed it last. */
const dateInstances = (
  instances: readonly ResourceInstance[],
  known: ReadonlyMap<string, StoredInstance>,
  { id, body: { createdAt } }: StoredRecord<StoredStateVersion>,
): readonly StoredInstance[] =>
  instances.map((instance) => {
    const old = known.get(instance.address);
    if (old?.fingerprint === instance.fingerprint) return { ...old, ...instance };
    return { ...instance, createdAt: old?.createdAt ?? createdAt, updatedAt: createdAt, modifiedBy: id };
  });

/** Stores what a version manages. `pieces`: JSON texts of lists of ResourceInstance; `current`: the workspace's version until now. */
export const saveInstances = async (
  tx: Transaction,
  version: StoredRecord<StoredStateVersion>,
  current: string | null,
  pieces: readonly string[],
): Promise<void> => {
  const { scope } = version;
  const known = await takeLatest(tx, scope, current);
  // A version without objects is the latest one, too.
  for (const [number, text] of (pieces.length === 0 ? ['[]'] : pieces).entries()) {
    const instances = dateInstances(JSON.parse(text) as readonly ResourceInstance[], known, version);
    await tx.insert<StateInstances>({ id: newId('si'), kind, scope, key: `${version.id}/${number}`, name: '', body: { instances } });
  }
};
