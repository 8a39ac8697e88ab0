import { isJobOver, type JobStatus } from '../configuration/states/statuses.ts';

/** API v1.1 has a lifecycle and an outcome instead of one status. The outcome is null until the build is over. */
interface BuildStatus {
  readonly status: string;
  readonly lifecycle: 'not_running' | 'queued' | 'running' | 'finished' | 'not_run';
  readonly outcome: 'success' | 'failed' | 'canceled' | 'timedout' | 'infrastructure_fail' | null;
}

const outcomes: { readonly [status in JobStatus]?: NonNullable<BuildStatus['outcome']> } = {
  success: 'success',
  failed: 'failed',
  canceled: 'canceled',
  timedout: 'timedout',
  infrastructure_fail: 'infrastructure_fail',
  'terminated-unknown': 'infrastructure_fail',
};
const lifecycles: { readonly [status in JobStatus]?: BuildStatus['lifecycle'] } = {
  queued: 'queued',
  retried: 'queued',
  running: 'running',
  not_run: 'not_run',
  unauthorized: 'not_run',
};

export const toBuildStatus = (status: JobStatus): BuildStatus => {
  const outcome = outcomes[status] ?? null;
  const lifecycle = lifecycles[status] ?? (outcome === null ? 'not_running' : 'finished');
  return { status: outcome ?? (lifecycle === 'finished' ? status : lifecycle), lifecycle, outcome };
};

/** Which builds a list contains. */
export const buildFilters = ['completed', 'successful', 'failed', 'running'] as const;
export type BuildFilter = (typeof buildFilters)[number];

export const matchesBuildFilter = (status: JobStatus, filter: BuildFilter | undefined): boolean => {
  const { outcome } = toBuildStatus(status);
  if (filter === undefined) return true;
  if (filter === 'completed') return isJobOver(status);
  if (filter === 'running') return !isJobOver(status);
  return filter === 'successful' ? outcome === 'success' : outcome !== null && outcome !== 'success' && outcome !== 'canceled';
};
