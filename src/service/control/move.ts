import { advancePipelines } from '../ci/pipelines/poll-pipelines.ts';
import { activeLink, type Workflow } from '../ci/workflows/workflow-records.ts';
import type { Job } from '../ci/jobs/job-records.ts';
import { pendingLink, type Pipeline } from '../ci/pipelines/pipeline-records.ts';
import { unprocessable } from '../http/problem.ts';
import type { ReadTransaction } from '../store/store.ts';
import { advanceAssessments } from '../workspaces/assessments/advance-assessments.ts';
import { activeAssessmentsLink, type StoredAssessment } from '../workspaces/assessments/stored.ts';
import { advanceRuns } from '../workspaces/runs/advance-runs.ts';
import { activeRunsLink, type StoredRun } from '../workspaces/runs/stored.ts';
import { requireMembers } from './request-values.ts';
import type { ControlContext, ControlEndpoints } from './control.ts';

/** More steps than any story has: what still moves then moves for ever. */
const maxSteps = 10_000;

interface ScheduledRecord {
  readonly movesAt: string | null;
}

/** When something moves by itself next, in milliseconds since 1970; undefined: nothing does. */
const findNextMove = async (view: ReadTransaction): Promise<number | undefined> => {
  const ends = async (kind: string): Promise<readonly string[]> => (await view.listLinks(kind, { from: 'all' })).map(({ to }) => to);
  const workflows = await view.getMany<Workflow>('ci-workflows', await ends(activeLink));
  const records: readonly { readonly body: ScheduledRecord }[] = [
    ...(await view.getMany<StoredRun>('runs', await ends(activeRunsLink))),
    ...(await view.getMany<StoredAssessment>('assessments', await ends(activeAssessmentsLink))),
    ...(await view.getMany<Pipeline>('ci-pipelines', await ends(pendingLink))),
    ...(await view.getMany<Job>(
      'ci-jobs',
      workflows.flatMap(({ body }) => body.jobs),
    )),
  ];
  const times = records.flatMap(({ body }) => (body.movesAt === null ? [] : [Date.parse(body.movesAt)]));
  return times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b));
};

const moveNow = async ({ store, clock, settings }: ControlContext): Promise<number> =>
  (await advanceRuns(store, clock, settings())) +
  (await advanceAssessments(store, clock, settings())) +
  (await advancePipelines(store, clock, settings()));

const moveUntilIdle = async (parts: ControlContext): Promise<number> => {
  let moved = await moveNow(parts);
  for (let step = 0; step < maxSteps; step++) {
    const at = await parts.store.read(findNextMove);
    if (at === undefined) return moved;
    const ahead = at - parts.clock.now().getTime();
    if (ahead > 0) parts.clock.advance(ahead);
    const now = await moveNow(parts);
    moved += now;
    // Due and not moved: it waits for something else than the clock, such as a runner.
    if (now === 0 && ahead <= 0) return moved;
  }
  return moved;
};

export const moveControls: ControlEndpoints = {
  /**
   * Runs, assessments and pipelines go on at once, as far as the clock says. `{"until": "still"}`: the clock is moved from one step to the
   * next until nothing goes on by itself; what waits for a person, a lock or a runner keeps waiting.
   */
  'POST /_local/move': async (parts, request) => {
    const body = request.json();
    const { until = 'now' } = body === undefined ? {} : requireMembers(body, 'until');
    if (until !== 'now' && until !== 'still') throw unprocessable('expected now or still', '/until');
    const moved = until === 'still' ? await moveUntilIdle(parts) : await moveNow(parts);
    return { body: { moved, now: parts.clock.now().toISOString() } };
  },
};
