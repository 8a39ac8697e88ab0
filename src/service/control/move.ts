import { movePipelines } from '../ci/pipelines/pipeline-clock.ts';
import { active, type Job, pending, type Pipeline, type Workflow } from '../ci/pipelines/stored.ts';
import { unprocessable } from '../problem.ts';
import type { View } from '../store/store.ts';
import { moveRuns } from '../workspaces/runs/run-clock.ts';
import { activeRuns, type Run } from '../workspaces/runs/stored.ts';
import { objectOf } from './asked.ts';
import type { ControlParts, Controls } from './control.ts';

/** More steps than any story has: what still moves then moves for ever. */
const most = 10_000;

interface Moving { readonly movesAt: string | null }

/** When something moves by itself next, in milliseconds since 1970; undefined: nothing does. */
const nextMove = async (view: View): Promise<number | undefined> => {
  const ends = async (kind: string): Promise<readonly string[]> => (await view.links(kind, { from: 'all' })).map(({ to }) => to);
  const workflows = await view.many<Workflow>('ci-workflows', await ends(active));
  const moving: readonly { readonly body: Moving }[] = [
    ...await view.many<Run>('runs', await ends(activeRuns)), ...await view.many<Pipeline>('ci-pipelines', await ends(pending)),
    ...await view.many<Job>('ci-jobs', workflows.flatMap(({ body }) => body.jobs)),
  ];
  const times = moving.flatMap(({ body }) => (body.movesAt === null ? [] : [Date.parse(body.movesAt)]));
  return times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b));
};

const moveNow = async ({ store, clock, settings }: ControlParts): Promise<number> => await moveRuns(store, clock, settings()) + await movePipelines(store, clock, settings());

const untilStill = async (parts: ControlParts): Promise<number> => {
  let moved = await moveNow(parts);
  for (let step = 0; step < most; step++) {
    const at = await parts.store.read(nextMove);
    if (at === undefined) return moved;
    const ahead = at - parts.clock.now().getTime();
    if (ahead > 0) parts.clock.move(ahead);
    const now = await moveNow(parts);
    moved += now;
    // Due and not moved: it waits for something else than the clock, such as a runner.
    if (now === 0 && ahead <= 0) return moved;
  }
  return moved;
};

export const moveControls: Controls = {
  /**
   * Runs and pipelines go on at once, as far as the clock says. `{"until": "still"}`: the clock is moved from one step to the next
   * until nothing goes on by itself; what waits for a person, a lock or a runner keeps waiting.
   */
  'POST /_local/move': async (parts, sent) => {
    const body = sent.json();
    const { until = 'now' } = body === undefined ? {} : objectOf(body, 'until');
    if (until !== 'now' && until !== 'still') throw unprocessable('expected now or still', '/until');
    const moved = until === 'still' ? await untilStill(parts) : await moveNow(parts);
    return { body: { moved, now: parts.clock.now().toISOString() } };
  },
};
