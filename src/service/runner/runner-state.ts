import type { Clock, ServiceSettings } from '../http/route.ts';
import { newId } from '../store/new-id.ts';
import type { Store } from '../store/store.ts';
import type { RunnerContext } from './claim-job.ts';
import type { JobStorage } from './job-storage.ts';
import { createRunSlots, type RunSlots } from './run-slots.ts';

export interface RunnerOptions {
  /** The folder of running jobs and of what they leave. */
  readonly folder: string;
  /** Whether the folder is removed when the runner stops. */
  readonly isTemporary?: boolean;
  /** The number of parallel runs at the same time, over all jobs. */
  readonly maxParallelRuns: number;
  /** Time limit of one job, in milliseconds. */
  readonly jobMilliseconds: number;
  /** Milliseconds between two samples of a job's CPU and memory usage; the default is 15 seconds. */
  readonly sampleMilliseconds?: number;
}

export interface RunnerDependencies {
  readonly store: Store;
  readonly clock: Clock;
  settings(): ServiceSettings;
  /** The address of the service, for jobs. */
  readonly address: string;
  /** Whether jobs receive the hosted service's environment variables as well. */
  readonly hosted: boolean;
  report(words: string, error: unknown): void;
}

/** A job that this runner runs. */
export interface ActiveJob {
  readonly abort: AbortController;
  /** Resolves when the job has ended and its end is stored. */
  readonly over: Promise<void>;
}

/** The state of one runner. */
export interface RunnerState {
  readonly id: string;
  readonly dependencies: RunnerDependencies;
  readonly options: RunnerOptions;
  /** By job id. */
  readonly active: Map<string, ActiveJob>;
  readonly slots: RunSlots;
  /** Aborted when the runner stops: ends its pauses. */
  readonly stopped: AbortController;
  /** Undefined until the folder is ready. */
  storage: JobStorage | undefined;
  /** The cgroup below which those of jobs are; undefined where the system lets the runner create none. */
  cgroup: string | undefined;
}

export const createRunnerState = (dependencies: RunnerDependencies, options: RunnerOptions): RunnerState => ({
  id: newId('uuid'),
  dependencies,
  options,
  active: new Map(),
  slots: createRunSlots(options.maxParallelRuns),
  stopped: new AbortController(),
  storage: undefined,
  cgroup: undefined,
});

export const isStopping = ({ stopped }: RunnerState): boolean => stopped.signal.aborted;

export const runnerContext = ({ dependencies: { clock, settings } }: RunnerState): RunnerContext => ({
  clock,
  settings: settings(),
  newId,
});
