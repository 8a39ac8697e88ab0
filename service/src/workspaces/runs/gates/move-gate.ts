import type { StoredRecord } from '../../../store/store.ts';
import type { RunContext } from '../run-context.ts';
import type { StoredRun } from '../stored.ts';
import type { StageReference, StageStatus } from '../stored-parts.ts';
import { findNextStatus, releaseRun } from '../timeline.ts';

const replaceStatus = (references: readonly StageReference[], id: string, status: StageStatus): readonly StageReference[] =>
  references.map((one) => (one.id === id ? { ...one, status } : one));

/** Updates the run with the result of one of its task stages or policy checks; a run that waited for it continues. */
export const updateGate = async (
  { tx, clock, settings }: RunContext,
  run: StoredRecord<StoredRun>,
  id: string,
  status: StageStatus,
): Promise<StoredRecord<StoredRun>> => {
  const { stages = [], checks = [] } = run.body;
  const body: StoredRun = { ...run.body, stages: replaceStatus(stages, id, status), checks: replaceStatus(checks, id, status) };
  const canMove = body.active && body.movesAt === null && body.status !== 'pending' && findNextStatus(body, settings) !== undefined;
  return tx.update<StoredRun>(run, { body: canMove ? releaseRun(body, clock.now(), settings) : body });
};
