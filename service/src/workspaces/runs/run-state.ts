import { newAddressSecret } from '../new-address-secret.ts';
import { newId } from '../../store/new-id.ts';
import type { Transaction } from '../../store/store.ts';
import { prepareState, readSmallState } from '../state-versions/reading/read-in-worker.ts';
import type { StateReading } from '../state-versions/reading/read-state-file.ts';
import { stageContent, type StagingContext } from '../state-versions/content.ts';
import { finalizeStateVersion } from '../state-versions/save-state.ts';
import type { StoredStateVersion } from '../state-versions/stored.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { hidesNothing, type SecretHider } from './plan-documents/secret-hider.ts';
import { markSecretOutputs } from './plan-documents/secret-outputs.ts';
import type { StoredRun } from './stored.ts';

interface RunState {
  /** The run's id. */
  readonly id: string;
  readonly run: StoredRun;
  /** A state file of the engine: as JSON, or read before the transaction. */
  readonly state: { readonly serial?: unknown; readonly [name: string]: unknown } | PreparedRunState;
  readonly at: Date;
}

const findNextSerial = async (tx: Transaction, { currentStateVersion: id }: StoredWorkspace, wanted: unknown): Promise<number> => {
  const current = id === null ? undefined : await tx.get<StoredStateVersion>('state-versions', id);
  const least = current ? current.body.serial + 1 : 1;
  return Number.isSafeInteger(wanted) && (wanted as number) >= least ? (wanted as number) : least;
};

/** A state file of any size that was read outside of a transaction, which others would wait for. */
export interface PreparedRunState {
  /** The id that its version gets. */
  readonly version: string;
  readonly serial: number;
  readonly bytes: Uint8Array;
  readonly reading: StateReading;
  /** Hides the secrets of the run that produced it; absent: none are known. */
  readonly hider?: SecretHider;
}

/** The engine writes it before what it manages. */
const readSerial = (bytes: Uint8Array): number =>
  Number(/"serial"\s*:\s*(\d{1,15})/.exec(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).toString())?.[1] ?? 0);

/** Reads a state file that an engine left. Throws 422 if it is malformed. */
export const prepareRunState = async (bytes: Uint8Array, hider: SecretHider): Promise<PreparedRunState> => {
  const version = newId('sv');
  const reading = (await prepareState({ version, bytes, md5: null, pointer: '' })).take();
  return { version, serial: readSerial(bytes), bytes, reading, hider };
};

const isPrepared = (state: RunState['state']): state is PreparedRunState => state['reading'] !== undefined;

/** The state with a serial above that of the current one. */
const renumberState = (state: RunState['state'], serial: number): PreparedRunState => {
  if (isPrepared(state) && state.serial === serial) return state;
  const bytes = isPrepared(state) ? state.bytes : Buffer.from(JSON.stringify({ serial, ...state }));
  const version = newId('sv');
  // A script is at most 2 MB large, and the engine counts the serial itself.
  const reading = readSmallState({ version, bytes, md5: null, pointer: '', serial }).take();
  return { version, serial, bytes: reading.bytes!, reading };
};

/** Stores the state that an apply left as the current one of its workspace; the id of the state version. */
export const saveRunState = async (
  tx: Transaction,
  { id: run, run: { workspace: scope }, state, at }: RunState,
): Promise<string | undefined> => {
  const workspace = await tx.get<StoredWorkspace>('workspaces', scope);
  if (!workspace) return undefined;
  const serial = await findNextSerial(tx, workspace.body, state.serial);
  const { version: id, bytes, reading: read } = renumberState(state, serial);
  const hider = isPrepared(state) ? (state.hider ?? hidesNothing) : hidesNothing;
  const reading = { ...read, state: { ...read.state, outputs: markSecretOutputs(hider, read.state.outputs) } };
  const body: StoredStateVersion = {
    status: 'pending',
    intermediate: false,
    serial,
    lineage: null,
    md5: reading.md5,
    resourceCount: 0,
    outputs: [],
    createdAt: at.toISOString(),
    secret: newAddressSecret({ newId }),
    run,
  };
  const draft = { id, kind: 'state-versions', scope, key: id, name: '', body };
  const staging: StagingContext = { clock: { now: () => at }, write: (work) => work(tx) };
  const content = await stageContent(staging, { kind: 'state-contents', scope, version: id }, bytes);
  await finalizeStateVersion({ tx, newId }, draft, content, reading);
  return id;
};
