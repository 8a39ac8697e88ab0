import { newId } from '../../../store/new-id.ts';
import type { RunContext } from '../run-context.ts';
import type { StartingRun } from '../run-listeners.ts';
import type { StoredRun } from '../stored.ts';
import type { StageReference } from '../stored-parts.ts';
import { updateGate } from './move-gate.ts';
import { toStageStatus, type StoredPolicyCheck } from './stored.ts';

/** Makes a policy check that the run has to pass after its plan; a listener returns it as one of the run's `checks`. */
export const attachPolicyCheck = async (
  { tx, clock }: RunContext,
  run: StartingRun,
  scope: StoredPolicyCheck['scope'],
): Promise<StageReference> => {
  const id = newId('polchk');
  const reached = { queued: clock.now().toISOString() };
  const body: StoredPolicyCheck = { run: run.id, scope, status: 'pending', reached, result: null, output: '' };
  await tx.insert<StoredPolicyCheck>({ id, kind: 'policy-checks', scope: run.workspace.id, key: id, name: '', body });
  return { id, stage: scope, status: 'pending' };
};

/** Keeps the result of a policy check; its run moves on when that was what it waited for. */
export const settlePolicyCheck = async (
  context: RunContext,
  id: string,
  report: Pick<StoredPolicyCheck, 'status'> & Partial<Pick<StoredPolicyCheck, 'result' | 'output'>>,
): Promise<void> => {
  const { tx, clock } = context;
  const check = await tx.get<StoredPolicyCheck>('policy-checks', id);
  const run = check && (await tx.get<StoredRun>('runs', check.body.run));
  if (!check || !run) return;
  const reached = { ...check.body.reached, [report.status]: clock.now().toISOString() };
  await tx.update<StoredPolicyCheck>(check, { body: { ...check.body, ...report, reached } });
  await updateGate(context, run, id, toStageStatus(report.status));
};
