import type { Store } from '../../store/store.ts';
import type { JobStatus } from '../configuration/states/statuses.ts';
import { changeWorkflow, replaceJob } from '../workflows/change-workflow.ts';
import type { PipelineContext } from '../pipelines/pipeline-context.ts';
import type { ResourceUsage } from '../../store/ledger/ledger.ts';
import type { Job } from '../jobs/job-records.ts';
import type { Workflow } from '../workflows/workflow-records.ts';
import { setJobStatus } from '../workflows/workflow-timeline.ts';
import type { JobClaim } from './job-claim.ts';

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
  // Canceled in the meantime, or deleted with its project.
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

/** Ends jobs whose runner is not alive; returns how many. */
export const endOrphanedJobs = async (store: Store, context: Omit<PipelineContext, 'tx'>, alive: ReadonlySet<string>): Promise<number> =>
  store.write(async (tx) => {
    const orphans = (await tx.list<JobClaim>({ kind: 'ci-claims', scope: '' })).records.filter(({ body }) => !alive.has(body.runner));
    for (const { id, key } of orphans) {
      await tx.delete('ci-claims', id);
      await endJob({ ...context, tx }, key, lostJobResult);
    }
    return orphans.length;
  });
