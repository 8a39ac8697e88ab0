import type { Store } from '../store/store.ts';
import type { RunnerRecord } from './runner-records.ts';
import type { WorkContext } from './runner-facts.ts';
import type { LostWork, WorkKind } from './work-kind.ts';

/** A runner without a heartbeat for this time counts as lost, in milliseconds. */
export const runnerTimeout = 60_000;

/**
 * Deletes runners without a recent heartbeat; returns the IDs of the others. `all`: deletes all, for a store that only this process uses.
 */
export const findAliveRunners = (store: Store, all: boolean): Promise<ReadonlySet<string>> =>
  store.write(async (tx) => {
    const runners = (await tx.list<RunnerRecord>({ kind: 'ci-runners', scope: '' })).records;
    const alive = new Set(runners.filter(({ body }) => !all && Date.now() - body.seenAt < runnerTimeout).map(({ id }) => id));
    for (const { id } of runners) if (!alive.has(id)) await tx.delete('ci-runners', id);
    return alive;
  });

/** Ends the work of all lost runners; returns how many pieces. A kind that fails does not keep the others from being ended. */
export const endLostWork = async (kinds: readonly WorkKind[], context: WorkContext, lost: LostWork): Promise<number> => {
  let ended = 0;
  for (const kind of kinds) ended += await kind.endLost(context, lost);
  return ended;
};
