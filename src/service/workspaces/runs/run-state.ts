import { newAddressSecret } from '../new-address-secret.ts';
import { newId } from '../../store/new-id.ts';
import type { Transaction } from '../../store/store.ts';
import { readSmallState } from '../state-versions/reading/read-in-worker.ts';
import { stageContent } from '../state-versions/content.ts';
import { finalizeStateVersion } from '../state-versions/save-state.ts';
import type { StoredStateVersion } from '../state-versions/stored.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { StoredRun } from './stored.ts';

interface RunState {
  /** The run's id. */
  readonly id: string;
  readonly run: StoredRun;
  /** A state file of the engine. */
  readonly state: { readonly [name: string]: unknown };
  readonly at: Date;
}

const findNextSerial = async (tx: Transaction, { currentStateVersion: id }: StoredWorkspace, wanted: unknown): Promise<number> => {
  const current = id === null ? undefined : await tx.get<StoredStateVersion>('state-versions', id);
  const least = current ? current.body.serial + 1 : 1;
  return Number.isSafeInteger(wanted) && (wanted as number) >= least ? (wanted as number) : least;
};

/** Stores the state that an apply left as the current one of its workspace; the id of the state version. */
export const saveRunState = async (
  tx: Transaction,
  { id: run, run: { workspace: scope }, state, at }: RunState,
): Promise<string | undefined> => {
  const workspace = await tx.get<StoredWorkspace>('workspaces', scope);
  if (!workspace) return undefined;
  const serial = await findNextSerial(tx, workspace.body, state['serial']);
  const bytes = Buffer.from(JSON.stringify({ ...state, serial }));
  const id = newId('sv');
  // A script is at most 2 MB large.
  const reading = readSmallState({ version: id, bytes, md5: null, pointer: '' }).take();
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
  const version = await tx.insert<StoredStateVersion>({ id, kind: 'state-versions', scope, key: id, name: '', body });
  const content = await stageContent((work) => work(tx), { kind: 'state-contents', scope, version: id }, bytes);
  await finalizeStateVersion({ tx, newId }, version, content, reading);
  return id;
};
