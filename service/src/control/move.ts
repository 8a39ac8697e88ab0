import { advancePipelines } from '../ci/pipelines/advance-pipelines.ts';
import { activeLink, type Workflow } from '../ci/workflows/workflow-records.ts';
import type { Job } from '../ci/jobs/job-records.ts';
import { pendingLink, type Pipeline } from '../ci/pipelines/pipeline-records.ts';
import { unprocessable } from '../http/problem.ts';
import type { ReadTransaction, StoredRecord } from '../store/store.ts';
import { advanceAssessments } from '../workspaces/assessments/advance-assessments.ts';
import { activeAssessmentsLink, type StoredAssessment } from '../workspaces/assessments/stored.ts';
import { advanceCommands } from '../workspaces/engine-commands/advance-commands.ts';
import { activeCommandsLink, type StoredEngineCommand } from '../workspaces/engine-commands/stored.ts';
import { evaluatePendingPolicies } from '../workspaces/policies/evaluation/evaluate-pending.ts';
import { advanceRuns } from '../workspaces/runs/advance-runs.ts';
import { activeRunsLink, type StoredRun } from '../workspaces/runs/stored.ts';
import { requireMembers } from './request-values.ts';
import type { ControlContext, ControlEndpoints } from './control.ts';

/** More rounds than any scenario needs: whatever moves after that would never stop. */
const maxRounds = 10_000;

interface ScheduledRecord {
  readonly movesAt: string | null;
}
interface WaitingRecords {
  /** A hash of the records below, which changes with any of them. */
  readonly fingerprint: string;
  /** Due times, in milliseconds since 1970, of records that change by themselves. */
  readonly times: readonly number[];
}

/** The records that change by themselves or wait for others. */
const findWaitingRecords = async (view: ReadTransaction): Promise<WaitingRecords> => {
  const ends = async (kind: string): Promise<readonly string[]> => (await view.listLinks(kind, { from: 'all' })).map(({ to }) => to);
  const workflows = await view.getMany<Workflow>('ci-workflows', await ends(activeLink));
  const records: readonly StoredRecord<ScheduledRecord>[] = [
    ...(await view.getMany<StoredRun>('runs', await ends(activeRunsLink))),
    ...(await view.getMany<StoredAssessment>('assessments', await ends(activeAssessmentsLink))),
    ...(await view.getMany<StoredEngineCommand>('engine-commands', await ends(activeCommandsLink))),
    ...(await view.getMany<Pipeline>('ci-pipelines', await ends(pendingLink))),
    ...(await view.getMany<Job>(
      'ci-jobs',
      workflows.flatMap(({ body }) => body.jobs),
    )),
  ];
  return {
    fingerprint: records.map(({ id, version }) => `${id} ${version}`).join(),
    times: records.flatMap(({ body }) => (body.movesAt === null ? [] : [Date.parse(body.movesAt)])),
  };
};

const moveNow = async ({ store, clock, settings, listeners }: ControlContext): Promise<number> =>
  (await advanceRuns(store, { clock, settings: settings(), listeners })) +
  (await advanceAssessments(store, { clock, settings: settings(), listeners })) +
  (await advanceCommands(store, { clock, settings: settings(), listeners })) +
  (await advancePipelines(store, clock, settings())) +
  (await evaluatePendingPolicies(store, { clock, settings: settings(), listeners }));

const moveUntilIdle = async (parts: ControlContext): Promise<number> => {
  let moved = 0;
  let waiting = await parts.store.read(findWaitingRecords);
  for (let round = 0; round < maxRounds; round++) {
    const asked = parts.clock.now().getTime();
    const count = await moveNow(parts);
    moved += count;
    const before = waiting;
    waiting = await parts.store.read(findWaitingRecords);
    // Changes made by background work are not counted, but the loop must continue after them.
    if (count > 0 || waiting.fingerprint !== before.fingerprint) continue;
    // What was due and did not move waits for something else than the clock, such as a runner.
    const next = waiting.times.reduce((first, at) => (at > asked && at < first ? at : first), Infinity);
    if (next === Infinity) return moved;
    parts.clock.advance(Math.max(0, next - parts.clock.now().getTime()));
  }
  return moved;
};

export const moveControls: ControlEndpoints = {
  /**
   * Advances due runs, assessments and pipelines at once. `{"until": "still"}` also moves the clock from step to step until no record
   * changes by itself; what waits for a person, a lock or a runner keeps waiting.
   */
  'POST /_local/move': async (parts, request) => {
    const body = request.json();
    const { until = 'now' } = body === undefined ? {} : requireMembers(body, 'until');
    if (until !== 'now' && until !== 'still') throw unprocessable('expected now or still', '/until');
    const moved = until === 'still' ? await moveUntilIdle(parts) : await moveNow(parts);
    return { body: { moved, now: parts.clock.now().toISOString() } };
  },
};
