import type { Store } from '../store/store.ts';
import type { RunnerRecord } from './runner-records.ts';
import type { WorkContext } from './runner-facts.ts';
import type { LostWork, WorkKind } from './work-kind.ts';

/** A runner without a heartbeat for this time counts as gone, in milliseconds. */
export const runnerTimeout = 60_000;

/** Deletes runners that are gone; the ids of the others. `all`: all are gone, for a store that only this process uses. */
export const findAliveRunners = (store: Store, all: boolean): Promise<ReadonlySet<string>> =>
  store.write(async (tx) => {
    const runners = (await tx.list<RunnerRecord>({ kind: 'ci-runners', scope: '' })).records;
    const alive = new Set(runners.filter(({ body }) => !all && Date.now() - body.seenAt < runnerTimeout).map(({ id }) => id));
    for (const { id } of runners) if (!alive.has(id)) await tx.delete('ci-runners', id);
    return alive;
  });

/** Ends all work whose runner is gone; returns the number. One kind that fails does not keep another from it. */
export const endLostWork = async (kinds: readonly WorkKind[], context: WorkContext, lost: LostWork): Promise<number> => {
  let ended = 0;
  for (const kind of kinds) ended += await kind.endLost(context, lost);
  return ended;
};
