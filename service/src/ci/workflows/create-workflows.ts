import type { StoredRecord } from '../../store/store.ts';
import type { CompiledPipeline, PipelineJob, PipelineWorkflow } from '../pipelines/compile-pipeline.ts';
import { loadWorkflow, saveWorkflow } from './workflow-snapshot.ts';
import type { PipelineContext } from '../pipelines/pipeline-context.ts';
import type { Job } from '../jobs/job-records.ts';
import type { Pipeline } from '../pipelines/pipeline-records.ts';
import { findLastOpener } from './job-actors.ts';
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
  { isSetup, openedBy }: { readonly isSetup: boolean; readonly openedBy: string | undefined },
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
      ...(openedBy === undefined ? {} : { openedBy }),
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

/**
 * The actor who opened the setup that a pipeline continues from (by an approval or a rerun), if it is not the one who started the pipeline.
 */
const findSetupOpener = async ({ tx }: PipelineContext, { id, body }: StoredRecord<Pipeline>): Promise<string | undefined> => {
  if (body.from.kind !== 'text' || !body.from.continued) return undefined;
  const setup = (await tx.list<Workflow>({ kind: 'ci-workflows', scope: id })).records.at(-1);
  if (!setup) return undefined;
  const jobs = await tx.getMany<Job>('ci-jobs', setup.body.jobs);
  const opener = findLastOpener(setup.body, new Map(jobs.map((job) => [job.body.name, job.body])));
  return opener === body.startedBy ? undefined : opener;
};

/** Creates the workflows of a pipeline with their jobs, which start at the given time. */
export const createWorkflows = async (
  ctx: PipelineContext,
  pipeline: StoredRecord<Pipeline>,
  { workflows, isSetup }: CompiledPipeline,
  at: Date,
): Promise<void> => {
  const openedBy = isSetup ? undefined : await findSetupOpener(ctx, pipeline);
  for (const one of workflows) await createWorkflow(ctx, pipeline, one, { isSetup, openedBy }, at);
};
