import type { Store } from '../store/store.ts';
import type { JobStatus } from '../ci/configuration/index.ts';
import { changeWorkflow, replaceJob } from '../ci/workflows/change-workflow.ts';
import type { PipelineContext } from '../ci/pipelines/pipeline-context.ts';
import type { ResourceUsage } from '../store/ledger/ledger.ts';
import type { Job } from '../ci/jobs/job-records.ts';
import type { Workflow } from '../ci/workflows/workflow-records.ts';
import { setJobStatus } from '../ci/workflows/workflow-timeline.ts';
import type { JobClaim, RunnerRecord } from './runner-records.ts';

/** How a job ended that ran. */
export interface JobResult {
  readonly status: JobStatus;
  readonly trouble?: string;
  readonly testsOver?: true;
  readonly measured?: ResourceUsage;
}

const endJob = async (moving: PipelineContext, id: string, { status, trouble, testsOver, measured }: JobResult): Promise<void> => {
  const job = await moving.tx.get<Job>('ci-jobs', id);
  const workflow = job && (await moving.tx.get<Workflow>('ci-workflows', job.body.workflow));
  // Canceled meanwhile, or gone with its project.
  if (job?.body.status !== 'running' || !workflow) return;
  await changeWorkflow(moving, workflow, (going, now, { execution: pace }) => {
    const there = going.jobs.get(job.body.name)!;
    if (there.status !== 'running') return going;
    const messages = trouble === undefined ? there.messages : [...there.messages, { type: 'error', message: trouble, reason: status }];
    return replaceJob(going, {
      ...setJobStatus(there, status, now, pace),
      messages,
      ...(testsOver ? { testsOver } : {}),
      ...(measured ? { measured } : {}),
    });
  });
};

/** Ends a job that this runner claimed, with all that follows. False: the claim is not its own any more. */
export const finishJob = (
  store: Store,
  around: Omit<PipelineContext, 'tx'>,
  runner: string,
  job: string,
  how: JobResult,
): Promise<boolean> =>
  store.write(async (tx) => {
    const claim = await tx.getByKey<JobClaim>('ci-claims', '', job);
    if (claim?.body.runner !== runner) return false;
    await tx.delete('ci-claims', claim.id);
    await endJob({ ...around, tx }, job, how);
    return true;
  });

const lostJobResult: JobResult = { status: 'terminated-unknown', trouble: 'the service that ran this job ended before the job did' };
/** A runner that was not seen for so long (milliseconds) is gone. */
export const runnerTimeout = 60_000;

/** Ends jobs whose runner is gone; `all`: every one, where the store was another process's a moment ago. How many. */
export const endOrphanedJobs = async (store: Store, around: Omit<PipelineContext, 'tx'>, all: boolean): Promise<number> =>
  store.write(async (tx) => {
    const runners = (await tx.list<RunnerRecord>({ kind: 'ci-runners', scope: '' })).records;
    const alive = new Set(runners.filter(({ body }) => !all && Date.now() - body.seenAt < runnerTimeout).map(({ id }) => id));
    for (const { id } of runners) if (!alive.has(id)) await tx.delete('ci-runners', id);
    const orphans = (await tx.list<JobClaim>({ kind: 'ci-claims', scope: '' })).records.filter(({ body }) => !alive.has(body.runner));
    for (const { id, key } of orphans) {
      await tx.delete('ci-claims', id);
      await endJob({ ...around, tx }, key, lostJobResult);
    }
    return orphans.length;
  });
