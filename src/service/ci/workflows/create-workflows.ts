import type { StoredRecord } from '../../store/store.ts';
import type { CompiledPipeline, PipelineJob, PipelineWorkflow } from '../pipelines/compile-pipeline.ts';
import { loadWorkflow, saveWorkflow } from './workflow-snapshot.ts';
import type { PipelineContext } from '../pipelines/pipeline-context.ts';
import type { Job } from '../jobs/job-records.ts';
import type { Pipeline } from '../pipelines/pipeline-records.ts';
import type { Workflow } from './workflow-records.ts';
import { settleWorkflow } from './workflow-timeline.ts';

const insertJob = async (
  { tx, newId }: PipelineContext,
  pipeline: StoredRecord<Pipeline>,
  workflow: string,
  { name, type, contexts, dependencies, requires, executor, parallelism }: PipelineJob,
  createdAt: string,
): Promise<string> => {
  const id = newId('uuid');
  await tx.insert<Job>({
    id,
    kind: 'ci-jobs',
    scope: pipeline.scope,
    key: id,
    name,
    body: {
      pipeline: pipeline.id,
      workflow,
      name,
      type,
      status: 'blocked',
      number: null,
      contexts,
      dependencies,
      requires,
      executor,
      parallelism,
      messages: [],
      approvedBy: null,
      canceledBy: null,
      movesAt: null,
      createdAt,
      queuedAt: null,
      startedAt: null,
      stoppedAt: null,
    },
  });
  return id;
};

const insertJobs = async (
  ctx: PipelineContext,
  pipeline: StoredRecord<Pipeline>,
  workflow: string,
  planned: readonly PipelineJob[],
  createdAt: string,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const job of planned) {
    ids.push(await insertJob(ctx, pipeline, workflow, job, createdAt));
  }
  return ids;
};

const createWorkflow = async (
  ctx: PipelineContext,
  pipeline: StoredRecord<Pipeline>,
  planned: PipelineWorkflow,
  isSetup: boolean,
  at: Date,
): Promise<void> => {
  const { tx, newId } = ctx;
  const [id, createdAt] = [newId('uuid'), at.toISOString()];
  const jobs = await insertJobs(ctx, pipeline, id, planned.jobs, createdAt);
  const record = await tx.insert<Workflow>({
    id,
    kind: 'ci-workflows',
    scope: pipeline.id,
    key: id,
    name: planned.name,
    body: {
      project: pipeline.scope,
      pipelineNumber: pipeline.body.number,
      name: planned.name,
      status: 'running',
      tag: isSetup ? 'setup' : null,
      startedBy: pipeline.body.startedBy,
      canceledBy: null,
      erroredBy: null,
      rerun: 0,
      autoRerun: 0,
      maxAutoReruns: planned.maxAutoReruns,
      stop: null,
      jobs,
      createdAt,
      stoppedAt: null,
    },
  });
  const snapshot = await loadWorkflow(ctx, record);
  // Background work takes the steps that are due already.
  if (snapshot) await saveWorkflow(ctx, snapshot, settleWorkflow(snapshot.state, at.getTime(), snapshot.execution));
};

/** Creates the workflows of a pipeline with their jobs, which start at the given time. */
export const createWorkflows = async (
  ctx: PipelineContext,
  pipeline: StoredRecord<Pipeline>,
  { workflows, isSetup }: CompiledPipeline,
  at: Date,
): Promise<void> => {
  for (const one of workflows) await createWorkflow(ctx, pipeline, one, isSetup, at);
};
