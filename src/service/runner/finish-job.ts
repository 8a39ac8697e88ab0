import type { Store } from '../store/store.ts';
import type { JobStatus } from '../ci/configuration/index.ts';
import { changeWorkflow, replaceJob } from '../ci/workflows/change-workflow.ts';
import type { PipelineContext } from '../ci/pipelines/pipeline-context.ts';
import type { ResourceUsage } from '../store/ledger/ledger.ts';
import type { Job } from '../ci/jobs/job-records.ts';
import type { Workflow } from '../ci/workflows/workflow-records.ts';
import { setJobStatus } from '../ci/workflows/workflow-timeline.ts';
import type { JobClaim, RunnerRecord } from './runner-records.ts';

/** The result of a job that ran. */
export interface JobResult {
  readonly status: JobStatus;
  readonly errorMessage?: string;
  readonly testsOver?: true;
  readonly measured?: ResourceUsage;
}

const endJob = async (ctx: PipelineContext, id: string, { status, errorMessage, testsOver, measured }: JobResult): Promise<void> => {
  const job = await ctx.tx.get<Job>('ci-jobs', id);
  const workflow = job && (await ctx.tx.get<Workflow>('ci-workflows', job.body.workflow));
  // It was canceled in the meantime, or deleted with its project.
  if (job?.body.status !== 'running' || !workflow) return;
  await changeWorkflow(ctx, workflow, (state, now, { execution }) => {
    const stored = state.jobs.get(job.body.name)!;
    if (stored.status !== 'running') return state;
    const messages =
      errorMessage === undefined ? stored.messages : [...stored.messages, { type: 'error', message: errorMessage, reason: status }];
    return replaceJob(state, {
      ...setJobStatus(stored, status, now, execution),
      messages,
      ...(testsOver ? { testsOver } : {}),
      ...(measured ? { measured } : {}),
    });
  });
};

/** Ends a job that this runner claimed, with all consequences. False if it does not hold the claim any more. */
export const finishJob = (
  store: Store,
  context: Omit<PipelineContext, 'tx'>,
  runner: string,
  job: string,
  result: JobResult,
): Promise<boolean> =>
  store.write(async (tx) => {
    const claim = await tx.getByKey<JobClaim>('ci-claims', '', job);
    if (claim?.body.runner !== runner) return false;
    await tx.delete('ci-claims', claim.id);
    await endJob({ ...context, tx }, job, result);
    return true;
  });

const lostJobResult: JobResult = { status: 'terminated-unknown', errorMessage: 'the service that ran this job ended before the job did' };
/** A runner without a heartbeat for this time counts as gone, in milliseconds. */
export const runnerTimeout = 60_000;

/** Ends jobs whose runner is gone; returns their number. `all`: all claimed jobs, for a store that only this process uses. */
export const endOrphanedJobs = async (store: Store, context: Omit<PipelineContext, 'tx'>, all: boolean): Promise<number> =>
  store.write(async (tx) => {
    const runners = (await tx.list<RunnerRecord>({ kind: 'ci-runners', scope: '' })).records;
    const alive = new Set(runners.filter(({ body }) => !all && Date.now() - body.seenAt < runnerTimeout).map(({ id }) => id));
    for (const { id } of runners) if (!alive.has(id)) await tx.delete('ci-runners', id);
    const orphans = (await tx.list<JobClaim>({ kind: 'ci-claims', scope: '' })).records.filter(({ body }) => !alive.has(body.runner));
    for (const { id, key } of orphans) {
      await tx.delete('ci-claims', id);
      await endJob({ ...context, tx }, key, lostJobResult);
    }
    return orphans.length;
  });
