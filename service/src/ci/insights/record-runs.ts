import type { JobRun, TestCase, WorkflowRun } from '../../store/ledger/ledger.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { Job } from '../jobs/job-records.ts';
import type { Pipeline } from '../pipelines/pipeline-records.ts';
import type { Workflow } from '../workflows/workflow-records.ts';
import { creditsOf } from './credits.ts';

const parseTime = (text: string | null): number | null => (text === null ? null : Date.parse(text));
const earliest = (times: readonly (number | null)[]): number | null => {
  const defined = times.filter((one) => one !== null);
  return defined.length === 0 ? null : Math.min(...defined);
};
const unmeasured = { medianCpu: null, maxCpu: null, medianRam: null, maxRam: null };

const createJobRun = (
  run: string,
  workflow: string,
  { body: pipeline, scope: project }: StoredRecord<Pipeline>,
  { id, body }: StoredRecord<Job>,
  workflowStoppedAt: number,
): JobRun => {
  const [startedAt, stoppedAt] = [parseTime(body.startedAt), parseTime(body.stoppedAt) ?? workflowStoppedAt];
  const duration = startedAt === null ? 0 : stoppedAt - startedAt;
  const machine = { executor: body.executor.type, resourceClass: body.executor.resourceClass, parallelism: body.parallelism };
  return {
    id,
    run,
    organization: pipeline.organization,
    project,
    workflow,
    branch: pipeline.vcs.branch,
    name: body.name,
    number: body.number,
    type: body.type,
    status: body.status,
    createdAt: Date.parse(body.createdAt),
    queuedAt: parseTime(body.queuedAt),
    startedAt,
    stoppedAt,
    seconds: Math.round(duration / 1000),
    ...machine,
    credits: body.type === 'build' ? creditsOf(duration, machine) : 0,
    ...unmeasured,
    ...body.measured,
  };
};

/** The ledger's record of a workflow run. `jobs`: all jobs of the workflow; `jobRuns`: those that ran in this run. */
const createWorkflowRun = (
  { id, body }: StoredRecord<Workflow>,
  pipeline: StoredRecord<Pipeline>,
  jobs: readonly StoredRecord<Job>[],
  jobRuns: readonly JobRun[],
): Omit<WorkflowRun, 'credits'> => {
  const { vcs, trigger, organization, number, login } = pipeline.body;
  const [createdAt, stoppedAt] = [Date.parse(body.createdAt), Date.parse(body.stoppedAt ?? body.createdAt)];
  // Jobs that a rerun keeps began before it.
  const newRuns = jobRuns.filter((job) => job.createdAt >= createdAt);
  return {
    id,
    organization,
    project: pipeline.scope,
    pipeline: pipeline.id,
    pipelineNumber: number,
    pipelineCreatedAt: Date.parse(pipeline.body.createdAt),
    trigger: trigger.type,
    startedBy: body.startedBy,
    login,
    vcsHost: vcs.host,
    vcsUrl: vcs.url,
    branch: vcs.branch,
    tag: vcs.tag,
    revision: vcs.revision,
    name: body.name,
    status: body.status,
    createdAt,
    firstQueuedAt: earliest(newRuns.map(({ queuedAt }) => queuedAt)),
    firstStartedAt: earliest(newRuns.map(({ startedAt }) => startedAt)),
    stoppedAt,
    seconds: Math.round((stoppedAt - createdAt) / 1000),
    isApproval: jobs.some((job) => job.body.type === 'approval'),
    rerun: body.rerun,
  };
};

/** Records a workflow that has ended in the ledger, with its jobs. A workflow whose project is being deleted is not recorded. */
export const recordWorkflowRun = async (
  tx: Transaction,
  workflow: StoredRecord<Workflow>,
  jobs: readonly StoredRecord<Job>[],
): Promise<void> => {
  const pipeline = await tx.get<Pipeline>('ci-pipelines', workflow.scope);
  if (!pipeline) return;
  const { body } = workflow;
  const stoppedAt = Date.parse(body.stoppedAt ?? body.createdAt);
  const jobRuns = jobs
    .filter((job) => job.body.workflow === workflow.id)
    .map((job) => createJobRun(workflow.id, body.name, pipeline, job, stoppedAt));
  await tx.ledger.addRun(createWorkflowRun(workflow, pipeline, jobs, jobRuns), jobRuns);
};

/** Records the test results of a job: its endpoint returns them at once, insights count them when the workflow ends. */
export const recordTestResults = async (tx: Transaction, job: StoredRecord<Job>, tests: readonly TestCase[]): Promise<void> => {
  if (tests.length === 0) return;
  const [pipeline, workflow] = [
    await tx.get<Pipeline>('ci-pipelines', job.body.pipeline),
    await tx.get<Workflow>('ci-workflows', job.body.workflow),
  ];
  if (!pipeline || !workflow) return;
  const at = Date.parse(job.body.stoppedAt ?? job.body.startedAt ?? job.body.createdAt);
  await tx.ledger.addTests(
    { job: job.id, jobName: job.body.name, workflow: workflow.body.name, project: job.scope, revision: pipeline.body.vcs.revision, at },
    tests,
  );
};
