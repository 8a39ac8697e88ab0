import { newId } from '../store/new-id.ts';
import type { JobsFolder } from './jobs-folder.ts';
import { type Alarm, createAlarm } from './alarm.ts';
import { createRunSlots } from './run-slots.ts';
import type { RunnerDependencies, RunnerFacts, RunnerOptions } from './runner-facts.ts';
import type { CgroupBases } from './work-cgroups.ts';
import type { ClaimedWork, StopMode, WorkKind } from './work-kind.ts';

/** A piece of work that this runner does. */
export interface ActiveWork {
  readonly kind: WorkKind;
  readonly work: ClaimedWork;
  /** The ways in which it was asked to stop. */
  readonly stops: Set<StopMode>;
  /** Resolves when it has ended and its end is stored. */
  readonly over: Promise<void>;
}

/** The state of one runner. */
export interface RunnerState extends Omit<RunnerFacts, 'options'> {
  options: RunnerOptions;
  /** Closes the way out of sandboxes that have no network of the machine. */
  closeGateway: (() => void) | undefined;
  /** Active work by its ID. */
  readonly active: Map<string, ActiveWork>;
  /** Undefined until the folder is ready. */
  folder: JobsFolder | undefined;
  cgroups: CgroupBases;
  /** Ends the groups of the runner's work when this process ends. */
  cgroupGuard: { stop(): void } | undefined;
  /** Ends the rest between two looks at what waits. */
  readonly alarm: Alarm;
}

export const createRunnerState = (dependencies: RunnerDependencies, options: RunnerOptions): RunnerState => {
  const alarm = createAlarm();
  return {
    id: newId('uuid'),
    dependencies,
    options,
    active: new Map(),
    slots: createRunSlots(options.maxParallelRuns, alarm.ring),
    stopped: new AbortController(),
    folder: undefined,
    cgroups: { processes: undefined, memory: undefined },
    cgroupGuard: undefined,
    closeGateway: undefined,
    alarm,
  };
};
