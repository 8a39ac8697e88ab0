/** The statuses as the API spells them. */
export const jobStatuses = [
  'success',
  'running',
  'not_run',
  'failed',
  'retried',
  'queued',
  'not_running',
  'infrastructure_fail',
  'timedout',
  'on_hold',
  'terminated-unknown',
  'blocked',
  'canceled',
  'unauthorized',
] as const;
export type JobStatus = (typeof jobStatuses)[number];

export const workflowStatuses = [
  'success',
  'running',
  'not_run',
  'failed',
  'error',
  'failing',
  'on_hold',
  'canceled',
  'unauthorized',
  'queued',
] as const;
export type WorkflowStatus = (typeof workflowStatuses)[number];

export const pipelineStates = ['created', 'errored', 'setup-pending', 'setup', 'pending'] as const;
export type PipelineState = (typeof pipelineStates)[number];

type Transitions<Status extends string> = { readonly [from in Status]: readonly Status[] };

const failedStatuses: readonly JobStatus[] = ['failed', 'timedout', 'infrastructure_fail', 'terminated-unknown'];

/** The allowed transitions of a job's status. `retried`: its machine was lost and the job runs again. */
const jobTransitions: Transitions<JobStatus> = {
  blocked: ['not_running', 'on_hold', 'not_run', 'success', 'canceled', 'unauthorized'],
  not_running: ['queued', 'running', 'canceled', 'unauthorized'],
  queued: ['running', 'canceled', 'unauthorized', 'infrastructure_fail'],
  running: ['success', ...failedStatuses, 'canceled', 'retried'],
  on_hold: ['success', 'canceled', 'unauthorized'],
  retried: ['queued', 'running', 'canceled'],
  success: [],
  failed: [],
  timedout: [],
  infrastructure_fail: [],
  'terminated-unknown': [],
  canceled: [],
  unauthorized: [],
  not_run: [],
};

const workflowTransitions: Transitions<WorkflowStatus> = {
  queued: ['running', 'on_hold', 'failing', 'success', 'failed', 'error', 'canceled', 'unauthorized', 'not_run'],
  not_run: ['running', 'on_hold', 'failing', 'success', 'failed', 'error', 'canceled', 'unauthorized'],
  running: ['on_hold', 'failing', 'success', 'failed', 'error', 'canceled', 'unauthorized', 'not_run'],
  on_hold: ['running', 'failing', 'success', 'failed', 'error', 'canceled', 'unauthorized'],
  failing: ['failed', 'error', 'canceled', 'unauthorized'],
  success: [],
  failed: [],
  error: [],
  canceled: [],
  unauthorized: [],
};

const pipelineTransitions: Transitions<PipelineState> = {
  pending: ['created', 'errored'],
  'setup-pending': ['setup', 'errored'],
  setup: ['pending', 'errored'],
  created: ['errored'],
  errored: [],
};

const createTransitionTest =
  <Status extends string>(ways: Transitions<Status>) =>
  (from: Status, to: Status): boolean =>
    ways[from].includes(to);
export const canJobBecome = createTransitionTest(jobTransitions);
export const canWorkflowBecome = createTransitionTest(workflowTransitions);
export const canPipelineBecome = createTransitionTest(pipelineTransitions);

export const isJobOver = (status: JobStatus): boolean => jobTransitions[status].length === 0;
/** `not_run` is a final status as well, of a workflow without jobs to run. */
export const isWorkflowOver = (status: WorkflowStatus): boolean => workflowTransitions[status].length === 0 || status === 'not_run';
export const isFailedStatus = (status: JobStatus): boolean => failedStatuses.includes(status);
