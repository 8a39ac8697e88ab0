import type { Listeners } from '../http/listeners.ts';
import type { Clock, ServiceSettings } from '../http/route.ts';
import type { Store } from '../store/store.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { Isolation } from './isolation/isolation.ts';
import type { RunSlots } from './run-slots.ts';

export interface RunnerOptions {
  /** The folder of running work and of what it leaves. */
  readonly folder: string;
  /** Whether the folder is removed when the runner stops. */
  readonly isTemporary?: boolean;
  /** The number of slots: what runs at the same time, over all work. */
  readonly maxParallelRuns: number;
  /** Time limit of one job or one phase of a run, in milliseconds. */
  readonly jobMilliseconds: number;
  /** Milliseconds between two samples of CPU and memory usage; the default is 15 seconds. */
  readonly sampleMilliseconds?: number;
  /** The folder with engines for runs of workspaces, searched before the search path: `<folder>/<version>/terraform`. */
  readonly enginesFolder?: string;
  /** The only source of providers for runs; without it they are installed from where the configuration says. */
  readonly providerMirror?: string;
  /** Limit of the CPU time of one plan or apply, summed over its processes; each process has the same limit. */
  readonly runCpuSeconds?: number;
  /** Memory of one plan or apply, over all its processes; where the system offers no such limit, the address space of each process. */
  readonly runMemoryMegabytes?: number;
  /** Processes and threads that a plan, an apply or a job has at once. */
  readonly runProcesses?: number;
  /** Megabytes (1024 * 1024 bytes) that the folders of a plan, an apply or a job have on the disk; each of their files has no more. */
  readonly runDiskMegabytes?: number;
  /** The isolation of each piece of work; undefined: processes run as this user without isolation. */
  readonly isolation?: Isolation | undefined;
}

/** The parts of the service that are needed to store work. */
export interface WorkContext {
  readonly store: Store;
  readonly clock: Clock;
  settings(): ServiceSettings;
  readonly listeners: Listeners;
  report(words: string, error: unknown): void;
}
export interface RunnerDependencies extends WorkContext {
  /** The address of the service, for what runs. */
  readonly address: string;
  /** Whether jobs receive the hosted service's environment variables as well. */
  readonly hosted: boolean;
  /** Records what runs as spans. */
  readonly tracer?: Tracer | undefined;
}

/** The properties of a runner that its kinds of work use. */
export interface RunnerFacts {
  readonly id: string;
  readonly dependencies: RunnerDependencies;
  readonly options: RunnerOptions;
  readonly slots: RunSlots;
  /** Aborted when the runner stops: ends its pauses. */
  readonly stopped: AbortController;
}

export const isStopping = ({ stopped }: Pick<RunnerFacts, 'stopped'>): boolean => stopped.signal.aborted;
