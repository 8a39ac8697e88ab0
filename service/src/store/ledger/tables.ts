import type { Generated } from 'kysely';
import type { JobRun, TestCase, WorkflowRun } from './ledger.ts';

/** Credits are kept in thousandths, so that sums are exact. `branch` of a tag is ''. */
export interface WorkflowRunRow {
  seq: Generated<number>;
  id: string;
  organization: string;
  project: string;
  pipeline: string;
  pipeline_number: number;
  pipeline_created_at: number;
  trigger: string;
  started_by: string;
  login: string;
  vcs_host: string;
  vcs_url: string;
  branch: string;
  tag: string | null;
  revision: string | null;
  name: string;
  status: string;
  created_at: number;
  first_queued_at: number | null;
  first_started_at: number | null;
  stopped_at: number;
  seconds: number;
  millicredits: number;
  is_approval: number;
  rerun: number;
  /** Since when this workflow (or job) has been failing on this branch; null: it is not. */
  broken_since: number | null;
  /** Milliseconds from the first failure to this success, which ends it. */
  recovery: number | null;
}
export interface JobRunRow {
  seq: Generated<number>;
  id: string;
  run: string;
  organization: string;
  project: string;
  workflow: string;
  branch: string;
  name: string;
  number: number | null;
  type: string;
  status: string;
  created_at: number;
  queued_at: number | null;
  started_at: number | null;
  stopped_at: number;
  seconds: number;
  resource_class: string;
  executor: string;
  parallelism: number;
  millicredits: number;
  median_cpu: number | null;
  max_cpu: number | null;
  median_ram: number | null;
  max_ram: number | null;
  broken_since: number | null;
  recovery: number | null;
}
export interface TestResultRow {
  seq: Generated<number>;
  job: string;
  project: string;
  /** One test of one job of one workflow, over all its results. */
  test: string;
  revision: string | null;
  at: number;
  failed: number;
  name: string;
  classname: string;
  result: string;
  message: string;
  run_time: number;
  file: string;
  source: string;
}
export interface LedgerTables {
  workflow_runs: WorkflowRunRow;
  job_runs: JobRunRow;
  test_results: TestResultRow;
}

export type NewRow<R> = Omit<R, 'seq'>;
const milliPerCredit = 1000;
export const toMillicredits = (credits: number): number => Math.round(credits * milliPerCredit);

export const toRunRow = (run: WorkflowRun): NewRow<WorkflowRunRow> => ({
  id: run.id,
  organization: run.organization,
  project: run.project,
  pipeline: run.pipeline,
  pipeline_number: run.pipelineNumber,
  pipeline_created_at: run.pipelineCreatedAt,
  trigger: run.trigger,
  started_by: run.startedBy,
  login: run.login,
  vcs_host: run.vcsHost,
  vcs_url: run.vcsUrl,
  branch: run.branch ?? '',
  tag: run.tag,
  revision: run.revision,
  name: run.name,
  status: run.status,
  created_at: run.createdAt,
  first_queued_at: run.firstQueuedAt,
  first_started_at: run.firstStartedAt,
  stopped_at: run.stoppedAt,
  seconds: run.seconds,
  millicredits: toMillicredits(run.credits),
  is_approval: run.isApproval ? 1 : 0,
  rerun: run.rerun,
  broken_since: null,
  recovery: null,
});
export const fromRunRow = (row: WorkflowRunRow): WorkflowRun => ({
  id: row.id,
  organization: row.organization,
  project: row.project,
  pipeline: row.pipeline,
  pipelineNumber: row.pipeline_number,
  pipelineCreatedAt: row.pipeline_created_at,
  trigger: row.trigger as WorkflowRun['trigger'],
  startedBy: row.started_by,
  login: row.login,
  vcsHost: row.vcs_host,
  vcsUrl: row.vcs_url,
  branch: row.branch || null,
  tag: row.tag,
  revision: row.revision,
  name: row.name,
  status: row.status,
  createdAt: row.created_at,
  firstQueuedAt: row.first_queued_at,
  firstStartedAt: row.first_started_at,
  stoppedAt: row.stopped_at,
  seconds: row.seconds,
  credits: row.millicredits / milliPerCredit,
  isApproval: row.is_approval === 1,
  rerun: row.rerun,
});
export const toJobRow = (job: JobRun): NewRow<JobRunRow> => ({
  id: job.id,
  run: job.run,
  organization: job.organization,
  project: job.project,
  workflow: job.workflow,
  branch: job.branch ?? '',
  name: job.name,
  number: job.number,
  type: job.type,
  status: job.status,
  created_at: job.createdAt,
  queued_at: job.queuedAt,
  started_at: job.startedAt,
  stopped_at: job.stoppedAt,
  seconds: job.seconds,
  resource_class: job.resourceClass,
  executor: job.executor,
  parallelism: job.parallelism,
  millicredits: toMillicredits(job.credits),
  median_cpu: job.medianCpu,
  max_cpu: job.maxCpu,
  median_ram: job.medianRam,
  max_ram: job.maxRam,
  broken_since: null,
  recovery: null,
});
export const fromJobRow = (row: JobRunRow): JobRun => ({
  id: row.id,
  run: row.run,
  organization: row.organization,
  project: row.project,
  workflow: row.workflow,
  branch: row.branch || null,
  name: row.name,
  number: row.number,
  type: row.type,
  status: row.status,
  createdAt: row.created_at,
  queuedAt: row.queued_at,
  startedAt: row.started_at,
  stoppedAt: row.stopped_at,
  seconds: row.seconds,
  resourceClass: row.resource_class,
  executor: row.executor,
  parallelism: row.parallelism,
  credits: row.millicredits / milliPerCredit,
  medianCpu: row.median_cpu,
  maxCpu: row.max_cpu,
  medianRam: row.median_ram,
  maxRam: row.max_ram,
});
export const fromTestRow = (row: Pick<TestResultRow, keyof TestCase>): TestCase => ({
  name: row.name,
  classname: row.classname,
  result: row.result as TestCase['result'],
  message: row.message,
  run_time: row.run_time,
  file: row.file,
  source: row.source,
});
