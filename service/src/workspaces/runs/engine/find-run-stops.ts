import type { StopMode } from '../../../runner/work-kind.ts';
import type { ReadTransaction } from '../../../store/store.ts';
import { toRunId } from '../run-ids.ts';
import type { StoredRun } from '../stored.ts';
import { isExecuting } from '../timeline.ts';
import { toPhaseId } from './claimed-run.ts';
import type { PhaseStatus } from './end-phase.ts';

const findRunId = (work: string): string => toRunId('plan', work) ?? toRunId('apply', work) ?? work;

/** Which of these plans and applies have to stop their processes now, by ID. `runner`: the executor; default: any. */
export const findRunStops = async (
  view: ReadTransaction,
  ids: readonly string[],
  runner?: string,
): Promise<ReadonlyMap<string, StopMode>> => {
  const found = await view.getMany<StoredRun>('runs', [...new Set(ids.map(findRunId))]);
  const runs = new Map(found.map(({ id, body }) => [id, body]));
  const stops = new Map<string, StopMode>();
  for (const id of ids) {
    const run = runs.get(findRunId(id));
    const isUnderWay = run && isExecuting(run) && id === toPhaseId({ id: findRunId(id), phase: run.status as PhaseStatus });
    // Its end is stored: what is left is to clean up.
    if (!isUnderWay || (runner !== undefined && run.runner !== runner)) stops.set(id, 'kill');
    else if (run.forceCancelAt !== undefined) stops.set(id, 'interrupt');
  }
  return stops;
};
