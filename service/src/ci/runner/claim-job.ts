import type { WorkContext } from '../../runner/runner-facts.ts';
import { newId } from '../../store/new-id.ts';
import type { StoredRecord, Store } from '../../store/store.ts';
import { changeWorkflow, replaceJob } from '../workflows/change-workflow.ts';
import type { PipelineContext } from '../pipelines/pipeline-context.ts';
import { findDeniedContextsOfPipeline } from '../workflows/workflow-snapshot.ts';
import { type Job, queueLink } from '../jobs/job-records.ts';
import { findJobActors } from '../workflows/job-actors.ts';
import type { Workflow } from '../workflows/workflow-records.ts';
import { setJobStatus } from '../workflows/workflow-timeline.ts';
import { type ClaimedJob, loadClaimedJob } from './claimed-job.ts';
import type { JobClaim } from './job-claim.ts';

export type JobContext = Omit<PipelineContext, 'tx'>;

export const jobContext = ({ clock, settings }: Pick<WorkContext, 'clock' | 'settings'>): JobContext => ({
  clock,
  settings: settings(),
  newId,
});

/** Whether jobs wait in the queue; a cheap query. */
export const hasQueuedJobs = async (store: Store): Promise<boolean> =>
  (await store.read((view) => view.listLinks(queueLink, { from: 'all' }))).length > 0;

const findContextRefusal = async (ctx: PipelineContext, claimed: ClaimedJob): Promise<string | undefined> => {
  const { pipeline, workflow, job } = claimed;
  const contexts = new Set(job.body.contexts);
  if (contexts.size === 0) return undefined;
  const jobs = new Map([...claimed.jobs].map(([name, one]) => [name, one.body]));
  for (const actor of findJobActors(workflow.body, jobs, job.body.name)) {
    const [refusal] = (await findDeniedContextsOfPipeline(ctx, pipeline, contexts, actor)).values();
    if (refusal !== undefined) return refusal;
  }
  return undefined;
};

const startJob = async (ctx: PipelineContext, job: StoredRecord<Job>, runner: string): Promise<ClaimedJob | undefined> => {
  const workflow = await ctx.tx.get<Workflow>('ci-workflows', job.body.workflow);
  const claimed = await loadClaimedJob(ctx.tx, job);
  if (!workflow || !claimed) {
    await ctx.tx.unlink(queueLink, 'all', job.id);
    return undefined;
  }
  // Restrictions may have been added since the job was queued.
  const refusal = await findContextRefusal(ctx, claimed);
  await changeWorkflow(ctx, workflow, (state, now, { execution }) => {
    const stored = state.jobs.get(job.body.name)!;
    if (refusal === undefined) return replaceJob(state, setJobStatus(stored, 'running', now, { ...execution, hasRunner: true }));
    return replaceJob(state, {
      ...setJobStatus(stored, 'unauthorized', now, execution),
      messages: [...stored.messages, { type: 'error', message: refusal, reason: 'unauthorized' }],
    });
  });
  if (refusal !== undefined) return undefined;
  await ctx.tx.insert<JobClaim>({ id: ctx.newId('uuid'), kind: 'ci-claims', scope: '', key: job.id, name: '', body: { runner } });
  return { ...claimed, job: (await ctx.tx.get<Job>('ci-jobs', job.id))! };
};

/** Claims the job that has waited longest, exclusively for this runner; undefined if no job can run. */
export const claimNextJob = (store: Store, context: JobContext, runner: string): Promise<ClaimedJob | undefined> =>
  store.write(async (tx) => {
    for (const { to } of await tx.listLinks(queueLink, { from: 'all' })) {
      const job = await tx.get<Job>('ci-jobs', to);
      if (job?.body.status !== 'queued') {
        await tx.unlink(queueLink, 'all', to);
        continue;
      }
      const claimed = await startJob({ ...context, tx }, job, runner);
      if (claimed) return claimed;
    }
    return undefined;
  });
