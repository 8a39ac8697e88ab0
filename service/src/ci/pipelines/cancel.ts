import { badRequest, notFound } from '../../http/problem.ts';
import type { StoredRecord } from '../../store/store.ts';
import { isJobOver, isWorkflowOver } from '../configuration/states/statuses.ts';
import { changeWorkflow, replaceJob } from '../workflows/change-workflow.ts';
import { type ActorContext, resolveActor } from './start-pipeline.ts';
import type { Job } from '../jobs/job-records.ts';
import { pendingLink, type Pipeline } from './pipeline-records.ts';
import type { Workflow } from '../workflows/workflow-records.ts';
import { setJobStatus } from '../workflows/workflow-timeline.ts';

/** Cancels a workflow: blocked jobs will not run, active ones are canceled. 400 if it has ended. */
export const cancelWorkflow = async (ctx: ActorContext, workflow: StoredRecord<Workflow>, organization: string): Promise<void> => {
  const { id } = await resolveActor(ctx, organization);
  await changeWorkflow(ctx, workflow, (state) => {
    if (isWorkflowOver(state.workflow.status)) throw badRequest(`the workflow is over: ${state.workflow.status}`);
    const jobs = new Map(
      [...state.jobs].map(([name, job]) => [name, isJobOver(job.status) || job.status === 'blocked' ? job : { ...job, canceledBy: id }]),
    );
    return { jobs, workflow: { ...state.workflow, stop: 'canceled', canceledBy: id } };
  });
};

const deleteContinuations = async ({ tx }: ActorContext, pipeline: string): Promise<number> => {
  const { records } = await tx.list({ kind: 'ci-continuations', scope: '', body: [{ path: 'pipeline', is: pipeline }] });
  for (const { id } of records) await tx.delete('ci-continuations', id);
  return records.length;
};

/**
 * Cancels the active workflows of a pipeline. A pipeline that has no workflows yet, or waits for its continuation, becomes errored. 400 if
 * nothing is left to cancel.
 */
export const cancelPipeline = async (ctx: ActorContext, pipeline: StoredRecord<Pipeline>): Promise<void> => {
  const { tx, clock } = ctx;
  const isNotStarted = pipeline.body.movesAt !== null;
  const state = (await tx.list<Workflow>({ kind: 'ci-workflows', scope: pipeline.id })).records.filter(
    ({ body }) => !isWorkflowOver(body.status),
  );
  const isContinuable = (await deleteContinuations(ctx, pipeline.id)) > 0;
  if (!isNotStarted && !isContinuable && state.length === 0) throw badRequest('no part of the pipeline is active');
  for (const workflow of state) await cancelWorkflow(ctx, workflow, pipeline.body.organization);
  if (!isNotStarted && (!isContinuable || state.length > 0)) return;
  await tx.unlink(pendingLink, 'all', pipeline.id);
  await tx.update<Pipeline>(pipeline, {
    body: {
      ...pipeline.body,
      state: 'errored',
      errors: [
        { type: 'other', message: isNotStarted ? 'it was canceled before its workflows began' : 'it was canceled before it was continued' },
      ],
      movesAt: null,
      updatedAt: clock.now().toISOString(),
    },
  });
};

/** Cancels one job; jobs that require it will not run. 400 if it has ended. */
export const cancelJob = async (ctx: ActorContext, job: StoredRecord<Job>, organization: string): Promise<void> => {
  const workflow = await ctx.tx.get<Workflow>('ci-workflows', job.body.workflow);
  if (!workflow) throw notFound(`the workflow ${job.body.workflow}`);
  const { id } = await resolveActor(ctx, organization);
  await changeWorkflow(ctx, workflow, (state, now, { execution }) => {
    const stored = state.jobs.get(job.body.name)!;
    if (isJobOver(stored.status)) throw badRequest(`the job is over: ${stored.status}`);
    return replaceJob(state, { ...setJobStatus(stored, 'canceled', now, execution), canceledBy: id });
  });
};
