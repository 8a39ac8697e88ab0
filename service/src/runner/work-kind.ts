import type { Store } from '../store/store.ts';
import type { JobsFolder } from './jobs-folder.ts';
import type { RunnerFacts, WorkContext } from './runner-facts.ts';
import type { WorkCgroups } from './work-cgroups.ts';

/** `interrupt`: asks the processes to end, so that they can store their results; `kill`: ends them. */
export type StopMode = 'interrupt' | 'kill';

/** Where one piece of work runs: folder, mark, cgroups. */
export interface WorkPlace {
  /** The folder of all work on this machine. */
  readonly folder: JobsFolder;
  /** The folder of this piece. It does not exist yet, and is removed afterwards. */
  readonly root: string;
  /** The value of the environment variable that marks the processes of this piece. */
  readonly mark: string;
  /** The cgroups that each process of this piece enters. */
  readonly cgroups: WorkCgroups;
}

/** A piece of work that one runner claimed. */
export interface ClaimedWork {
  readonly id: string;
  /** The records that caused the work, the most direct first. */
  readonly origins?: readonly string[];
  /** Bytes of memory that its processes may use together, where the system lets the runner create a cgroup with such a limit. */
  readonly memoryLimit?: number;
  /**
   * Does it, in the slot that is reserved for it, and stores its end. Never rejects. It may end its processes itself; those that it
   * leaves are ended after it.
   */
  perform(place: WorkPlace): Promise<void>;
  /** Called at most once for each mode. */
  stop(mode: StopMode): void;
}

/** The remains of a lost runner: its ID, and its folder if it was on this machine. */
export interface LostWork {
  /** Runners that still work. */
  readonly alive: ReadonlySet<string>;
  /** The folder in which a lost runner of this machine did a piece of work; it may not exist. Undefined: no folder is known. */
  readonly rootOf?: (runner: string, work: string) => string;
}

/** A kind of work: how it is found, done, stopped, and ended after its runner was lost. The runner has no code of any kind. */
export interface WorkKind {
  /** The name of one piece in traces. */
  readonly name: 'job' | 'run' | 'assessment' | 'engine command';
  /** Kinds of links and records that are written where work waits, or has to stop. */
  readonly watched: readonly string[];
  /** Milliseconds between two looks, where what waits is not in the store. */
  readonly lookEvery?: number;
  /** Whether some waits; a cheap query. */
  hasQueued(store: Store): Promise<boolean>;
  /** Claims the work that has waited longest, exclusively for this runner; undefined if nothing can be done now. */
  claimNext(runner: RunnerFacts): Promise<ClaimedWork | undefined>;
  /** Which of this runner's pieces of work of this kind have to stop now, by ID. */
  findStops(store: Store, ids: readonly string[]): Promise<ReadonlyMap<string, StopMode>>;
  /** Ends the work of lost runners; returns how many pieces. Their processes have ended. */
  endLost(context: WorkContext, lost: LostWork): Promise<number>;
  /** Deletes what finished work left in the folder and is no longer needed. */
  cleanUp?(context: WorkContext, folder: JobsFolder): Promise<void>;
}

export const listWatchedKinds = (kinds: readonly WorkKind[]): readonly string[] => [...new Set(kinds.flatMap(({ watched }) => watched))];
