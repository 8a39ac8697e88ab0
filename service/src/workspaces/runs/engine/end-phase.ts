import { Problem } from '../../../http/problem.ts';
import type { WorkContext } from '../../../runner/runner-facts.ts';
import type { StoredRecord, Transaction } from '../../../store/store.ts';
import { advanceToNow } from '../advance-runs.ts';
import { finishApply, finishPlan } from '../finish-phase.ts';
import { deleteRunDocument, saveRunDocument } from '../run-documents.ts';
import type { RunContext } from '../run-context.ts';
import { toPlanId } from '../run-ids.ts';
import { type PreparedRunState, prepareRunState, saveRunState } from '../run-state.ts';
import { saveRun } from '../save-run.ts';
import type { StoredRun } from '../stored.ts';
import { isExecuting } from '../timeline.ts';
import { createForgivingHider } from '../plan-documents/secret-hider.ts';
import { listRunSecrets } from './list-run-secrets.ts';
import { loadVariablesOfRun, type RunVariable } from './run-input.ts';
import type { PhaseOutcome } from './run-phase.ts';
import { revokeRunTokens } from './run-token.ts';

export type PhaseStatus = 'planning' | 'applying';

/** The data that is stored when a phase has ended. */
export interface PhaseEnd extends PhaseOutcome {
  readonly phase: PhaseStatus;
  /** The ID of the executor. */
  readonly runner: string;
  /** The rest of its log. */
  readonly log: string;
  /** The state file, where the phase changed it. */
  readonly state?: Uint8Array;
  /** The current state version of the workspace when the phase began. */
  readonly stateBefore: string | null;
}

/** A state file that an apply left, read before the transaction that stores it. */
export interface LeftState {
  readonly state?: PreparedRunState;
  readonly erroredState?: { readonly [name: string]: unknown };
}

/** Loads the variables of the run that left a state. */
type LoadVariables = () => Promise<readonly RunVariable[]>;

/** Keeps a state that the service cannot parse, to be recovered by hand. */
export const readLeftStateFile = async (bytes: Uint8Array | undefined, loadVariables: LoadVariables): Promise<LeftState> => {
  if (bytes === undefined) return {};
  // With too many variables to search for, every output is marked as sensitive: the state has to be stored.
  const hider = createForgivingHider(listRunSecrets(await loadVariables()).secrets);
  try {
    return { state: await prepareRunState(bytes, hider) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { erroredState: { unreadable: Buffer.from(bytes).toString('utf8') } };
  }
};

/** The result after a cancellation: an unfinished phase is canceled. A plan is no longer needed. */
const resultOf = ({ forceCancelAt }: StoredRun, { result, phase }: PhaseEnd): PhaseEnd['result'] =>
  forceCancelAt !== undefined && (phase === 'planning' || result.status !== 'finished') ? { ...result, status: 'canceled' } : result;

const finishRun = async (tx: Transaction, id: string, run: StoredRun, end: PhaseEnd, read: LeftState, at: Date): Promise<StoredRun> => {
  const { phase, log, documents, planFiles } = end;
  const result = { ...resultOf(run, end), ...(run.agentPool === undefined ? {} : { agent: end.runner }) };
  const plan = { workspace: run.workspace, phase: toPlanId(id) };
  if (phase === 'applying') {
    await deleteRunDocument(tx, plan, 'plan-files');
    return finishApply(tx, id, run, { ...result, log, ...read }, at);
  }
  if (planFiles && result.status === 'finished') await saveRunDocument(tx, plan, 'plan-files', JSON.stringify(planFiles));
  return finishPlan(tx, id, run, { ...result, log, ...(documents && result.status === 'finished' ? { documents } : {}) });
};

/** The run was ended by force meanwhile: what its apply did is still the state, unless another one came. */
const keepLeftState = async (tx: Transaction, run: StoredRecord<StoredRun>, end: PhaseEnd, read: LeftState, at: Date): Promise<void> => {
  const workspace = await tx.get<{ readonly currentStateVersion: string | null }>('workspaces', run.body.workspace);
  if (read.state && workspace?.body.currentStateVersion === end.stateBefore)
    await saveRunState(tx, { id: run.id, run: run.body, state: read.state, at });
};

/**
 * Stores the end of a phase with all consequences: status, documents, state and the end of the log become visible together. The run then
 * advances until it waits for a person. `read`: the parsed `end.state`.
 */
export const storeEnd = async (context: RunContext, id: string, end: PhaseEnd, read: LeftState): Promise<void> => {
  const { tx, clock, settings } = context;
  const run = await tx.get<StoredRun>('runs', id);
  const isOurs = run?.body.status === end.phase && run.body.runner === end.runner;
  // Another executing phase needs its own token.
  if (!run || isOurs || !isExecuting(run.body)) await revokeRunTokens(tx, id);
  if (!run) return;
  const at = clock.now();
  if (!isExecuting(run.body) || !isOurs) {
    if (!run.body.active) await keepLeftState(tx, run, end, read, at);
    return;
  }
  const { forceCancelAt: _over, ...finished } = await finishRun(tx, id, run.body, end, read, at);
  const next = await advanceToNow(tx, id, { ...finished, movesAt: at.toISOString() }, at, settings);
  await saveRun(context, run, next);
};

/** Reads the state that a phase left, and stores its end. */
export const endPhase = async (
  { store, clock, settings, listeners }: Pick<WorkContext, 'store' | 'clock' | 'settings' | 'listeners'>,
  id: string,
  end: PhaseEnd,
): Promise<void> => {
  const read = await readLeftStateFile(end.state, () => store.read((view) => loadVariablesOfRun(view, id)));
  await store.write((tx) => storeEnd({ tx, clock, settings: settings(), listeners }, id, end, read));
};
