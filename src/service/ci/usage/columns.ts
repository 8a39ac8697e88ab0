import type { JobRun, WorkflowRun } from '../../store/ledger/ledger.ts';

/** A job that ran, and all around it that a report tells. */
export interface UsageRow {
  readonly job: JobRun;
  readonly run: WorkflowRun;
  readonly organization: { readonly name: string; readonly createdAt: string };
  readonly project: { readonly name: string; readonly createdAt: string; readonly lastFinishedAt: number | null };
  /** Whether a user of the service started the pipeline. */
  readonly isUser: boolean;
}

const moment = (time: number | null): string => (time === null ? '' : new Date(time).toISOString());
const day = (time: string | number): string => new Date(time).toISOString().slice(0, 10);
const yesNo = (value: boolean): string => (value ? 'Y' : 'N');
const number = (value: number | null): string => (value === null ? '' : String(value));
const nothing = (): string => '0';
const system = ({ executor, resourceClass }: JobRun): string => (executor === 'macos' ? 'macos' : /^windows\b/.test(resourceClass) ? 'windows' : 'linux');

/** The columns of the specification, in its order. Days and moments are UTC; what is not known is empty. */
export const columns: readonly (readonly [name: string, of: (row: UsageRow) => string])[] = [
  ['organization_id', ({ job }) => job.organization],
  ['organization_name', ({ organization }) => organization.name],
  ['organization_created_date', ({ organization }) => day(organization.createdAt)],
  ['project_id', ({ job }) => job.project],
  ['project_name', ({ project }) => project.name],
  ['project_created_date', ({ project }) => day(project.createdAt)],
  ['last_build_finished_at', ({ project }) => moment(project.lastFinishedAt)],
  ['vcs_name', ({ run }) => run.vcsHost],
  ['vcs_url', ({ run }) => run.vcsUrl],
  ['vcs_branch', ({ run }) => run.branch ?? ''],
  ['pipeline_id', ({ run }) => run.pipeline],
  ['pipeline_created_at', ({ run }) => moment(run.pipelineCreatedAt)],
  ['pipeline_number', ({ run }) => String(run.pipelineNumber)],
  ['is_unregistered_user', ({ isUser }) => yesNo(!isUser)],
  ['pipeline_trigger_source', ({ run }) => run.trigger],
  ['pipeline_trigger_user_id', ({ run, isUser }) => (isUser ? run.startedBy : '')],
  ['workflow_id', ({ run }) => run.id],
  ['workflow_name', ({ run }) => run.name],
  ['workflow_first_job_queued_at', ({ run }) => moment(run.firstQueuedAt)],
  ['workflow_first_job_started_at', ({ run }) => moment(run.firstStartedAt)],
  ['workflow_stopped_at', ({ run }) => moment(run.stoppedAt)],
  ['is_workflow_successful', ({ run }) => yesNo(run.status === 'success')],
  ['job_name', ({ job }) => job.name],
  ['job_id', ({ job }) => job.id],
  ['job_run_number', ({ job }) => number(job.number)],
  ['job_run_date', ({ job }) => day(job.startedAt ?? job.queuedAt ?? job.createdAt)],
  ['job_run_queued_at', ({ job }) => moment(job.queuedAt)],
  ['job_run_started_at', ({ job }) => moment(job.startedAt)],
  ['job_run_stopped_at', ({ job }) => moment(job.stoppedAt)],
  ['job_build_status', ({ job }) => job.status],
  ['resource_class', ({ job }) => job.resourceClass],
  ['operating_system', ({ job }) => system(job)],
  ['executor', ({ job }) => job.executor],
  ['parallelism', ({ job }) => String(job.parallelism)],
  ['job_run_seconds', ({ job }) => String(job.seconds)],
  ['median_cpu_utilization_pct', ({ job }) => number(job.medianCpu)],
  ['max_cpu_utilization_pct', ({ job }) => number(job.maxCpu)],
  ['median_ram_utilization_pct', ({ job }) => number(job.medianRam)],
  ['max_ram_utilization_pct', ({ job }) => number(job.maxRam)],
  ['compute_credits', ({ job }) => String(job.credits)],
  // The service bills computing alone.
  ['dlc_credits', nothing], ['user_credits', nothing], ['storage_credits', nothing], ['network_credits', nothing],
  ['lease_credits', nothing], ['lease_overage_credits', nothing], ['ipranges_credits', nothing],
  ['total_credits', ({ job }) => String(job.credits)],
];
