import type { Transaction } from '../../store/store.ts';
import type { PlanDocuments } from './plan-documents/create-plan-documents.ts';
import { saveRunDocument } from './run-documents.ts';
import { toApplyId, toPlanId } from './run-ids.ts';
import { appendLog } from './run-log.ts';
import { type PreparedRunState, saveRunState } from './run-state.ts';
import type { StoredRun } from './stored.ts';
import type { PhaseResult } from './stored-parts.ts';

type JsonObject = { readonly [name: string]: unknown };

/** The executor's report of a plan. */
export interface PlanReport extends PhaseResult {
  /** The rest of its log. */
  readonly log: string;
  /** Absent: the plan failed. */
  readonly documents?: PlanDocuments;
}

/** Keeps what a plan left; the run moves on from there. */
export const finishPlan = async (tx: Transaction, id: string, run: StoredRun, report: PlanReport): Promise<StoredRun> => {
  const { log, documents, ...result } = report;
  const address = { workspace: run.workspace, phase: toPlanId(id) };
  if (documents) for (const name of ['json', 'schemas', 'redacted'] as const) await saveRunDocument(tx, address, name, documents[name]);
  await appendLog(tx, address, log, true);
  return { ...run, plan: result };
};

/** The executor's report of an apply. */
export interface ApplyReport extends Omit<PhaseResult, 'stateVersions'> {
  readonly log: string;
  /** The state file as the engine left it. Absent: the state did not change. */
  readonly state?: JsonObject | PreparedRunState;
  /** A state that could not be stored, to be recovered by hand. */
  readonly erroredState?: JsonObject;
}

/** Keeps what an apply left, also one that failed half way; the run moves on from there. `at`: when it ended. */
export const finishApply = async (tx: Transaction, id: string, run: StoredRun, report: ApplyReport, at: Date): Promise<StoredRun> => {
  const { log, state, erroredState, ...result } = report;
  const address = { workspace: run.workspace, phase: toApplyId(id) };
  if (erroredState !== undefined) await saveRunDocument(tx, address, 'errored-state', JSON.stringify(erroredState));
  const version = state === undefined ? undefined : await saveRunState(tx, { id, run, state, at });
  await appendLog(tx, address, log, true);
  return { ...run, apply: version === undefined ? result : { ...result, stateVersions: [version] } };
};
