import type { PipelineContext } from '../pipelines/pipeline-context.ts';
import type { StoredRecord } from '../../store/store.ts';
import { isJobOver, isWorkflowOver } from '../configuration/states/statuses.ts';
import { queueWebhookDeliveries } from '../webhooks/queue-webhook-deliveries.ts';
import { recordWorkflowRun } from '../insights/record-runs.ts';
import { renderProjectSlug } from '../projects/require-project.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiProject } from '../projects/project-records.ts';
import { nextNumber } from '../pipelines/next-number.ts';
import { recordScriptedResults } from '../jobs/record-scripted-results.ts';
import { findDeniedContexts } from '../contexts/denied-contexts.ts';
import { activeLink, type Workflow } from './workflow-records.ts';
import { queueLink, type Job, type JobOutcome } from '../jobs/job-records.ts';
import { isSentConfiguration, type Pipeline } from '../pipelines/pipeline-records.ts';
import { findJobActors, workflowOpener } from './job-actors.ts';
import type { JobsByName, WorkflowState, JobExecution } from './workflow-timeline.ts';
import { buildPipelineValues } from '../pipelines/pipeline-values.ts';

type JobOutcomes = ReadonlyMap<string, JobOutcome>;
/** A workflow with the records of its jobs, and the rules by which they advance. */
export interface WorkflowSnapshot {
  readonly record: StoredRecord<Workflow>;
  readonly jobs: readonly StoredRecord<Job>[];
  readonly state: WorkflowState;
  readonly execution: JobExecution;
  readonly outcomes: JobOutcomes;
}

const loadJobOutcomes = async ({ tx }: PipelineContext, project: string): Promise<JobOutcomes> => {
  const { records } = await tx.list<JobOutcome>({ kind: 'ci-job-outcomes', scope: ['', project] });
  return new Map([...records].sort((a, b) => (a.scope < b.scope ? -1 : 1)).map(({ key, body }) => [key, body]));
};

/** The contexts of these that a job of the pipeline may not use that runs in the name of `actor`, each with the reason. */
export const findDeniedContextsOfPipeline = async (
  { tx }: Pick<PipelineContext, 'tx'>,
  pipeline: StoredRecord<Pipeline>,
  contexts: ReadonlySet<string>,
  actor: string,
): Promise<ReadonlyMap<string, string>> => {
  if (contexts.size === 0) return new Map();
  if (pipeline.body.withoutSecrets)
    return new Map(
      [...contexts].map((name) => [name, `the context ${name} is not for pipelines of forks (forks_receive_secret_env_vars)`]),
    );
  const project = await tx.get<CiProject>('ci-projects', pipeline.scope);
  const organization = await tx.get<CiOrganization>('ci-organizations', pipeline.body.organization);
  if (!project || !organization) return new Map([...contexts].map((name) => [name, 'the project does not exist any more']));
  const values = buildPipelineValues(pipeline.id, pipeline.body, {
    id: project.id,
    name: project.name,
    slug: renderProjectSlug({ project, organization }, 'neutral'),
  });
  return findDeniedContexts(tx, contexts, {
    organization: organization.id,
    project: project.id,
    actor,
    // A name that only restrictions have: whether the configuration came with the request.
    values: { ...values, 'pipeline.config_source': isSentConfiguration(pipeline.body) ? 'api' : 'vcs' },
  });
};

type Denials = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The contexts that the actors who unblock a blocked job, now or by an earlier approval, may not use: reasons by context, by actor. */
const loadDenials = async (
  ctx: PipelineContext,
  pipeline: StoredRecord<Pipeline>,
  { body }: StoredRecord<Workflow>,
  jobs: readonly StoredRecord<Job>[],
  approver: string | undefined,
): Promise<Denials> => {
  const contexts = new Set(jobs.flatMap((one) => (one.body.status === 'blocked' ? one.body.contexts : [])));
  if (contexts.size === 0) return new Map();
  const actors = new Set([workflowOpener(body), ...jobs.flatMap((one) => one.body.approvedBy ?? []), ...(approver ? [approver] : [])]);
  const denials = new Map<string, ReadonlyMap<string, string>>();
  for (const actor of actors) denials.set(actor, await findDeniedContextsOfPipeline(ctx, pipeline, contexts, actor));
  return denials;
};

const findDenial = (denials: Denials, workflow: Workflow, jobs: JobsByName, name: string): string | undefined => {
  const { contexts } = jobs.get(name)!;
  if (contexts.length === 0) return undefined;
  return findJobActors(workflow, jobs, name)
    .flatMap((actor) => contexts.map((context) => denials.get(actor)?.get(context)))
    .find((reason) => reason !== undefined);
};

/** Loads the current state of a workflow; undefined if its pipeline was deleted. `approver`: who is about to approve in it. */
export const loadWorkflow = async (
  ctx: PipelineContext,
  record: StoredRecord<Workflow>,
  approver?: string,
): Promise<WorkflowSnapshot | undefined> => {
  const pipeline = await ctx.tx.get<Pipeline>('ci-pipelines', record.scope);
  if (!pipeline) return undefined;
  const jobs = await ctx.tx.getMany<Job>('ci-jobs', record.body.jobs);
  const [outcomes, denials] = [await loadJobOutcomes(ctx, pipeline.scope), await loadDenials(ctx, pipeline, record, jobs, approver)];
  return {
    record,
    jobs,
    outcomes,
    state: { workflow: record.body, jobs: new Map(jobs.map(({ body }) => [body.name, body])) },
    execution: {
      stepMilliseconds: ctx.settings.ciStatusMilliseconds,
      hasRunner: ctx.settings.runsJobs === true,
      outcomeOf: (name) => outcomes.get(name)?.outcome ?? 'success',
      durationOf: (name) => outcomes.get(name)?.milliseconds ?? ctx.settings.ciStatusMilliseconds,
      denialOf: (name, reached) => findDenial(denials, record.body, reached, name),
    },
  };
};

/** Stores the changed records of a workflow and its jobs. A job receives its number when it is queued. */
export const saveWorkflow = async (
  { tx, newId }: PipelineContext,
  { record, jobs, outcomes }: Pick<WorkflowSnapshot, 'record' | 'jobs' | 'outcomes'>,
  next: WorkflowState,
): Promise<StoredRecord<Workflow>> => {
  const changed = jobs
    .filter(({ body }) => next.jobs.get(body.name) !== body)
    .sort((a, b) => ((next.jobs.get(a.body.name)!.queuedAt ?? '') < (next.jobs.get(b.body.name)!.queuedAt ?? '') ? -1 : 1));
  const ended: StoredRecord<Job>[] = [];
  for (const job of changed) {
    const body = next.jobs.get(job.body.name)!;
    const number = body.number ?? (body.queuedAt === null ? null : await nextNumber(tx, newId, job.scope, 'job'));
    const stored = await tx.update<Job>(job, { key: number === null ? job.key : String(number), body: { ...body, number } });
    if (body.status === 'queued' && body.movesAt === null) await tx.link(queueLink, 'all', job.id);
    else if (job.body.status === 'queued') await tx.unlink(queueLink, 'all', job.id);
    await recordScriptedResults(tx, newId, job, stored, outcomes.get(body.name));
    if (isJobOver(body.status)) ended.push(stored);
  }
  if (isWorkflowOver(next.workflow.status)) await tx.unlink(activeLink, 'all', record.id);
  else await tx.link(activeLink, 'all', record.id);
  const stored = next.workflow === record.body ? record : await tx.update<Workflow>(record, { body: next.workflow });
  if (isWorkflowOver(next.workflow.status) && !isWorkflowOver(record.body.status))
    await recordWorkflowRun(tx, stored, await tx.getMany<Job>('ci-jobs', stored.body.jobs));
  await queueWebhookDeliveries(
    { tx, newId },
    { project: record.body.project, workflow: stored === record ? undefined : stored, jobs: ended },
  );
  return stored;
};
