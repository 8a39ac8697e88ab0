import type { JobRun, WorkflowRun } from '../../store/ledger/ledger.ts';

/** A job run with everything that a row of the report contains. */
export interface UsageRow {
  readonly job: JobRun;
  readonly run: WorkflowRun;
  readonly organization: { readonly name: string; readonly createdAt: string };
  readonly project: { readonly name: string; readonly createdAt: string; readonly lastFinishedAt: number | null };
  /** Whether a registered user started the pipeline. */
  readonly isUser: boolean;
}

const formatTime = (time: number | null): string => (time === null ? '' : new Date(time).toISOString());
const formatDay = (time: string | number): string => new Date(time).toISOString().slice(0, 10);
const formatYesNo = (value: boolean): string => (value ? 'Y' : 'N');
const formatNumber = (value: number | null): string => (value === null ? '' : String(value));
const formatZero = (): string => '0';
const operatingSystem = ({ executor, resourceClass }: JobRun): string =>
  executor === 'macos' ? 'macos' : /^windows\b/.test(resourceClass) ? 'windows' : 'linux';

/** The columns of the specification, in its order. Days and times are UTC; unknown values are empty. */
export const usageColumns: readonly (readonly [name: string, of: (row: UsageRow) => string])[] = [
  ['organization_id', ({ job }) => job.organization],
  ['organization_name', ({ organization }) => organization.name],
  ['organization_created_date', ({ organization }) => formatDay(organization.createdAt)],
  ['project_id', ({ job }) => job.project],
  ['project_name', ({ project }) => project.name],
  ['project_created_date', ({ project }) => formatDay(project.createdAt)],
  ['last_build_finished_at', ({ project }) => formatTime(project.lastFinishedAt)],
  ['vcs_name', ({ run }) => run.vcsHost],
  ['vcs_url', ({ run }) => run.vcsUrl],
  ['vcs_branch', ({ run }) => run.branch ?? ''],
  ['pipeline_id', ({ run }) => run.pipeline],
  ['pipeline_created_at', ({ run }) => formatTime(run.pipelineCreatedAt)],
  ['pipeline_number', ({ run }) => String(run.pipelineNumber)],
  ['is_unregistered_user', ({ isUser }) => formatYesNo(!isUser)],
  ['pipeline_trigger_source', ({ run }) => run.trigger],
  ['pipeline_trigger_user_id', ({ run, isUser }) => (isUser ? run.startedBy : '')],
  ['workflow_id', ({ run }) => run.id],
  ['workflow_name', ({ run }) => run.name],
  ['workflow_first_job_queued_at', ({ run }) => formatTime(run.firstQueuedAt)],
  ['workflow_first_job_started_at', ({ run }) => formatTime(run.firstStartedAt)],
  ['workflow_stopped_at', ({ run }) => formatTime(run.stoppedAt)],
  ['is_workflow_successful', ({ run }) => formatYesNo(run.status === 'success')],
  ['job_name', ({ job }) => job.name],
  ['job_id', ({ job }) => job.id],
  ['job_run_number', ({ job }) => formatNumber(job.number)],
  ['job_run_date', ({ job }) => formatDay(job.startedAt ?? job.queuedAt ?? job.createdAt)],
  ['job_run_queued_at', ({ job }) => formatTime(job.queuedAt)],
  ['job_run_started_at', ({ job }) => formatTime(job.startedAt)],
  ['job_run_stopped_at', ({ job }) => formatTime(job.stoppedAt)],
  ['job_build_status', ({ job }) => job.status],
  ['resource_class', ({ job }) => job.resourceClass],
  ['operating_system', ({ job }) => operatingSystem(job)],
  ['executor', ({ job }) => job.executor],
  ['parallelism', ({ job }) => String(job.parallelism)],
  ['job_run_seconds', ({ job }) => String(job.seconds)],
  ['median_cpu_utilization_pct', ({ job }) => formatNumber(job.medianCpu)],
  ['max_cpu_utilization_pct', ({ job }) => formatNumber(job.maxCpu)],
  ['median_ram_utilization_pct', ({ job }) => formatNumber(job.medianRam)],
  ['max_ram_utilization_pct', ({ job }) => formatNumber(job.maxRam)],
  ['compute_credits', ({ job }) => String(job.credits)],
  // The service bills compute only.
  ['dlc_credits', formatZero],
  ['user_credits', formatZero],
  ['storage_credits', formatZero],
  ['network_credits', formatZero],
  ['lease_credits', formatZero],
  ['lease_overage_credits', formatZero],
  ['ipranges_credits', formatZero],
  ['total_credits', ({ job }) => String(job.credits)],
];
