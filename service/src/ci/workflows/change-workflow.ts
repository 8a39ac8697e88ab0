import type { StoredRecord } from '../../store/store.ts';
import { type WorkflowSnapshot, loadWorkflow, saveWorkflow } from './workflow-snapshot.ts';
import type { PipelineContext } from '../pipelines/pipeline-context.ts';
import { notFound } from '../../http/problem.ts';
import { rerunAutomatically } from './rerun-automatically.ts';
import type { Job } from '../jobs/job-records.ts';
import type { Workflow } from './workflow-records.ts';
import { type WorkflowState, advanceWorkflow, settleWorkflow } from './workflow-timeline.ts';

/**
 * Changes a workflow for a request or for a job that ran, and applies all consequences in the same transaction. `approver`: the UUID of
 * who approves by the change.
 */
export const changeWorkflow = async (
  ctx: PipelineContext,
  workflow: StoredRecord<Workflow>,
  change: (state: WorkflowState, now: number, snapshot: WorkflowSnapshot) => WorkflowState,
  approver?: string,
): Promise<void> => {
  const snapshot = await loadWorkflow(ctx, workflow, approver);
  if (!snapshot) throw notFound(`the workflow ${workflow.id}`);
  const now = ctx.clock.now().getTime();
  // Steps that are due come before the change, even if background work has not taken them yet.
  const state = change(advanceWorkflow(snapshot.state, now, snapshot.execution), now, snapshot);
  await rerunAutomatically(
    ctx,
    await saveWorkflow(ctx, snapshot, advanceWorkflow(settleWorkflow(state, now, snapshot.execution), now, snapshot.execution)),
  );
};

/** Returns the state with another version of a job. */
export const replaceJob = ({ workflow, jobs }: WorkflowState, job: Job): WorkflowState => ({
  workflow,
  jobs: new Map([...jobs, [job.name, job]]),
});
