import type { JobRun, WorkflowRun } from '../../../src/service/store/ledger/ledger.ts';

/** Midnight, 2026-05-01. */
export const midnight = 1_777_593_600_000;
const minute = 60_000;

export const createRun = (id: string, over: Partial<WorkflowRun> = {}): Omit<WorkflowRun, 'credits'> => ({
  id, organization: 'acme', project: 'web', pipeline: 'p-1', pipelineNumber: 1, pipelineCreatedAt: midnight, trigger: 'api', startedBy: 'u-1', login: 'olivia', vcsHost: 'github', vcsUrl: 'https://github.com/acme/web',
  branch: 'main', tag: null, revision: 'c0ffee', name: 'build', status: 'success', createdAt: midnight, firstQueuedAt: midnight + 100, firstStartedAt: midnight + 200, stoppedAt: midnight + minute,
  seconds: 60, isApproval: false, rerun: 0, ...over,
});
export const createJob = (id: string, run: string, over: Partial<JobRun> = {}): JobRun => ({
  id, run, organization: 'acme', project: 'web', workflow: 'build', branch: 'main', name: 'test', number: 1, type: 'build', status: 'success', createdAt: midnight, queuedAt: midnight + 100,
  startedAt: midnight + 200, stoppedAt: midnight + minute, seconds: 60, resourceClass: 'medium', executor: 'docker', parallelism: 1, credits: 10.125, medianCpu: null, maxCpu: 93.5, medianRam: null, maxRam: 41, ...over,
});
export const createTest = (name: string, over: object = {}) => ({ name, classname: 'sums', result: 'success' as const, message: '', run_time: 0.25, file: 'sums.ts', source: 'jest', ...over });
