import { createHmac } from 'node:crypto';
import type { RequestContext } from '../../http/route.ts';
import type { NewRecord, StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { insertContent, type StagedContent } from './content.ts';
import type { KnownObjects } from './instance-addresses.ts';
import { deleteFormerInstances, loadFormerObjects } from './former-instances.ts';
import type { StateReading } from './reading/read-state-file.ts';
import {
  deletePieces,
  type InstancePieces,
  type InstanceSlot,
  listKnownObjects,
  loadPieces,
  otherSlot,
  saveInstances,
} from './state-instances.ts';
import { type ResourceSummary, type StoredStateVersion, toCurrentState } from './stored.ts';

/** Kind `state-resources`, scope the workspace's id, key that of the first version with these resources. */
export interface StateResources {
  readonly resources: readonly ResourceSummary[];
}
type Version = StoredRecord<StoredStateVersion>;

/** The versions that a new one follows. */
interface Predecessors {
  readonly workspace: StoredRecord<StoredWorkspace> | undefined;
  /** The current one until now. */
  readonly current: Version | undefined;
  /** The last one that was written: the current one, or an intermediate one. */
  readonly latest: Version | undefined;
}

const loadPredecessors = async (tx: Transaction, scope: string): Promise<Predecessors> => {
  const workspace = await tx.get<StoredWorkspace>('workspaces', scope);
  const [currentId, latestId] = [workspace?.body.currentStateVersion ?? null, workspace?.body.latestStateVersion];
  const read = async (id: string | null | undefined) => (id ? tx.get<StoredStateVersion>('state-versions', id) : undefined);
  const [current, other] = await Promise.all([read(currentId), latestId === currentId ? undefined : read(latestId)]);
  return { workspace, current, latest: other ?? current };
};

/** Blocks that a version keeps in its own record: some KB. */
const ownBlocks = 40;

/** The resources of a version: within its record, those of a version before where they are the same, or a record of their own. */
const placeResources = (
  id: string,
  { resources, resourcesSum }: StateReading,
  latest: Version | undefined,
): Pick<StoredStateVersion, 'resources' | 'resourcesIn' | 'resourcesSum'> => {
  if (resources.length <= ownBlocks) return { resources };
  const isSame = latest?.body.resourcesIn !== undefined && latest.body.resourcesSum === resourcesSum;
  return { resourcesSum, resourcesIn: isSame ? latest.body.resourcesIn : id };
};

/** What tells whether a later version manages the same: with the secret of the version, so that it confirms no guess. */
const sealSum = (secret: string, sum: string): string => createHmac('sha256', secret).update(sum).digest('base64url');

const isManagedBy = ({ body: { secret, managedSum } }: Version, sum: string): boolean =>
  secret !== undefined && managedSum !== undefined && managedSum === sealSum(secret, sum);

/** The slot for what a version manages. That of the current version is kept where the new one is intermediate. */
const chooseSlot = (isFinal: boolean, { current, latest }: Predecessors): InstanceSlot => {
  const [kept, last] = [current?.body.managedIn, latest?.body.managedIn];
  if (isFinal || kept === undefined) return last ?? 'a';
  return last !== undefined && last !== kept ? last : otherSlot(kept);
};

interface ManagedPlace {
  readonly slot: InstanceSlot;
  readonly isSame: boolean;
}
const placeManaged = (isFinal: boolean, { managedSum }: StateReading, versions: Predecessors): ManagedPlace => {
  const { latest } = versions;
  const isSame = latest?.body.managedIn !== undefined && isManagedBy(latest, managedSum);
  return { isSame, slot: isSame ? latest.body.managedIn! : chooseSlot(isFinal, versions) };
};

/** The objects of the latest version; `replaced`: what the slot has that the new one takes. */
const loadKnownObjects = async (
  tx: Transaction,
  scope: string,
  latest: Version | undefined,
  { slot, replaced }: { readonly slot: InstanceSlot; readonly replaced: InstancePieces },
): Promise<KnownObjects> => {
  if (!latest) return new Map();
  const { managedIn } = latest.body;
  if (managedIn === undefined) return loadFormerObjects(tx, scope, latest.id);
  return listKnownObjects(managedIn === slot ? replaced : await loadPieces(tx, scope, managedIn));
};

/** What is read before what a version manages is stored: reads after a write would have to wait for it. */
interface FormerlyManaged {
  /** Undefined where what the latest version manages has not changed. */
  readonly replaced: InstancePieces | undefined;
  readonly known: KnownObjects;
  /** Nothing refers to it any more. */
  readonly unused: InstancePieces;
}

const loadManaged = async (
  tx: Transaction,
  scope: string,
  { slot, isSame }: ManagedPlace,
  { isFinal, current, latest }: Predecessors & { readonly isFinal: boolean },
): Promise<FormerlyManaged> => {
  const former = current?.body.managedIn;
  const [replaced, unused] = await Promise.all([
    isSame ? undefined : loadPieces(tx, scope, slot),
    isFinal && former !== slot ? loadPieces(tx, scope, former) : [],
  ]);
  const known = replaced ? await loadKnownObjects(tx, scope, latest, { slot, replaced }) : new Map();
  // The current version of a former release keeps what it manages while a new one is intermediate.
  if ([current, latest].some((one) => one && one.body.managedIn === undefined))
    await deleteFormerInstances(tx, scope, isFinal ? null : (current?.id ?? null));
  return { replaced, known, unused };
};

/** The version becomes the workspace's current one, or its latest one where it is intermediate. */
const updateWorkspace = async (
  tx: Transaction,
  workspace: StoredRecord<StoredWorkspace> | undefined,
  version: Pick<Version, 'id' | 'body'>,
): Promise<void> => {
  if (!workspace) return;
  const change = version.body.intermediate ? { latestStateVersion: version.id } : toCurrentState(version);
  await tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, ...change } });
};

/**
 * Stores a version with its content, inserting it if needed: it becomes the workspace's current one, unless it is intermediate. Its
 * writes are independent of each other; the versions before stay as they are.
 */
export const finalizeStateVersion = async (
  ctx: Pick<RequestContext<Transaction>, 'tx' | 'newId'>,
  version: Version | NewRecord<StoredStateVersion>,
  content: StagedContent,
  reading: StateReading,
): Promise<Version> => {
  const { tx, newId } = ctx;
  const { id, scope } = version;
  const { lineage, outputs, serial: _, ...facts } = reading.state;
  const versions = await loadPredecessors(tx, scope);
  const isFinal = !version.body.intermediate;
  const place = placeManaged(isFinal, reading, versions);
  const { replaced, known, unused } = await loadManaged(tx, scope, place, { ...versions, isFinal });
  const { secret } = version.body;
  const body: StoredStateVersion = {
    ...version.body,
    ...facts,
    ...placeResources(id, reading, versions.latest),
    managedIn: place.slot,
    ...(secret === undefined ? {} : { managedSum: sealSum(secret, reading.managedSum) }),
    outputs: reading.state.encrypted ? version.body.outputs : outputs,
    lineage: version.body.lineage ?? lineage,
    previous: versions.current?.id ?? null,
    status: 'finalized',
  };
  const { resources } = reading;
  const [next] = await Promise.all([
    'version' in version ? tx.update<StoredStateVersion>(version, { body }) : tx.insert<StoredStateVersion>({ ...version, body }),
    insertContent(tx, { kind: 'state-contents', scope, version: id }, content),
    body.resourcesIn === id
      ? tx.insert<StateResources>({ id: newId('ss'), kind: 'state-resources', scope, key: id, name: '', body: { resources } })
      : undefined,
    replaced && saveInstances(tx, { version: { id, scope, body }, slot: place.slot, replaced, known, managed: reading.managed }),
    ...deletePieces(tx, unused),
    updateWorkspace(tx, versions.workspace, { id, body }),
  ]);
  return next;
};
