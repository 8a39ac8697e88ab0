import type { StoredRecord } from '../../store/store.ts';
import { createRerun, selectRerunJobs } from './create-rerun.ts';
import { loadWorkflow, saveWorkflow } from './workflow-snapshot.ts';
import type { PipelineContext } from '../pipelines/pipeline-context.ts';
import type { Job } from '../jobs/job-records.ts';
import type { Workflow } from './workflow-records.ts';
import { settleWorkflow } from './workflow-timeline.ts';

/** Reruns the failed jobs of a failed workflow, up to `max_auto_reruns` times. */
export const rerunAutomatically = async (ctx: PipelineContext, workflow: StoredRecord<Workflow>): Promise<void> => {
  const { status, autoRerun, maxAutoReruns, startedBy, openedBy, carriedApprovals, stoppedAt } = workflow.body;
  if (status !== 'failed' || autoRerun >= maxAutoReruns || stoppedAt === null) return;
  const jobs = await ctx.tx.getMany<Job>('ci-jobs', workflow.body.jobs);
  const next = await createRerun(
    ctx,
    workflow,
    jobs,
    selectRerunJobs(jobs, 'failed'),
    // An automatic rerun has no opener of its own: it has that of the previous run.
    {
      startedBy,
      autoRerun: autoRerun + 1,
      ...(openedBy === undefined ? {} : { openedBy }),
      ...(carriedApprovals === undefined ? {} : { carriedApprovals }),
    },
    new Date(stoppedAt),
  );
  const snapshot = await loadWorkflow(ctx, next);
  if (snapshot) await saveWorkflow(ctx, snapshot, settleWorkflow(snapshot.state, Date.parse(stoppedAt), snapshot.execution));
};
