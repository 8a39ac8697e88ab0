import type { Store } from '../store/store.ts';

/** Work that no request starts. */
export interface BackgroundTask {
  /** Its work in messages: `moving the runs on`. */
  readonly name: string;
  /** Kinds of records and links: what is written of them may be due, or due sooner. */
  readonly kinds: readonly string[];
  /**
   * Kinds that are written frequently: writes of other processes do not wake this task. The process that wrote does the due work; if that
   * process is lost, another one finds the work in its next turn, at most five minutes later.
   */
  readonly ownKinds?: readonly string[];
  /** Milliseconds between two of its turns, however much is written. */
  readonly pause: number;
  /**
   * Does the due work. Returns when work is due next, in epoch milliseconds of the service's clock; `again`: the rest is tried again after
   * the pause; undefined: no work is due until a write.
   */
  perform(): Promise<number | 'again' | undefined>;
}

export interface TaskDependencies {
  readonly store: Pick<Store, 'watch'>;
  readonly clock: { now(): Date; watch(listener: () => void): () => void };
  report(message: string, error: unknown): void;
}

/** Milliseconds, of the machine's clock as all others here. */
const retryDelay = 1000;
/** Delay in milliseconds before this process does the due work of a write by another process, which normally does it itself. */
const courtesy = 250;
/** Maximum time between two turns of a task, in milliseconds: a notification can get lost on the network. */
const longestRest = 300_000;
/** Timers take no longer delays. */
const longestTimer = 2 ** 31 - 1;

interface TaskState {
  readonly task: BackgroundTask;
  isBusy: boolean;
  isReported: boolean;
  /** Whether this process wrote what the task was woken for. */
  isOwn: boolean;
  /** The next turn: not before, and not later than, of `performance.now()`. */
  notBefore: number;
  wakeAt: number;
  /** A time of the service's clock, in milliseconds; undefined: nothing is due. */
  dueAt: number | undefined;
}

const createState = (task: BackgroundTask): TaskState => ({
  task,
  isBusy: false,
  isReported: false,
  isOwn: true,
  notBefore: 0,
  wakeAt: 0,
  dueAt: undefined,
});

/** The time of the next turn, by `performance.now()`; undefined while a turn runs. */
const findTurn = ({ isBusy, notBefore, wakeAt, dueAt, isOwn }: TaskState, clock: { now(): Date }): number => {
  if (isBusy) return Infinity;
  const due = dueAt === undefined ? Infinity : performance.now() + dueAt - clock.now().getTime() + (isOwn ? 0 : courtesy);
  return Math.max(notBefore, Math.min(wakeAt, due));
};

/** Whether the next turn is earlier than it was. */
const bringForward = (state: TaskState, isOwn: boolean): boolean => {
  const wakeAt = performance.now() + (isOwn ? 0 : courtesy);
  const isEarlier = wakeAt < state.wakeAt;
  if (isEarlier) state.wakeAt = wakeAt;
  state.isOwn = isOwn;
  return isEarlier;
};

/** Has its turn, and notes when the next one is. */
const takeTurn = async (state: TaskState, report: TaskDependencies['report']): Promise<void> => {
  const { task } = state;
  state.isBusy = true;
  state.wakeAt = performance.now() + longestRest;
  state.dueAt = undefined;
  try {
    const next = await task.perform();
    state.isReported = false;
    if (next === 'again') state.wakeAt = 0;
    else state.dueAt = next;
  } catch (error) {
    if (!state.isReported) report(task.name, error);
    state.isReported = true;
    state.wakeAt = Math.min(state.wakeAt, performance.now() + retryDelay);
  }
  state.isBusy = false;
  state.notBefore = performance.now() + task.pause;
};

/**
 * Does all background work of a process until it is stopped: a task has a turn at the start, after a write of one of its kinds, and at the
 * time that its last turn returned. One timer waits for the earliest of these times; the store is not polled. No task has two turns at
 * once. A failure is reported once and tried again.
 */
export const startBackgroundTasks = (
  { store, clock, report }: TaskDependencies,
  tasks: readonly BackgroundTask[],
): { wake(): void; stop(): Promise<void> } => {
  const states = tasks.map(createState);
  const turns = new Set<Promise<void>>();
  let [timer, isStopped]: [NodeJS.Timeout | undefined, boolean] = [undefined, false];
  const beginTurn = (state: TaskState): void => {
    const turn = takeTurn(state, report).finally(() => turns.delete(turn) && arm());
    turns.add(turn);
  };
  const arm = (): void => {
    clearTimeout(timer);
    if (isStopped) return;
    const delay = Math.min(...states.map((state) => findTurn(state, clock))) - performance.now();
    if (delay !== Infinity) timer = setTimeout(beginDue, Math.min(longestTimer, Math.max(0, Math.ceil(delay)))).unref();
  };
  const beginDue = (): void => {
    for (const state of states) if (findTurn(state, clock) <= performance.now()) beginTurn(state);
    arm();
  };
  const wake = (state: TaskState, isOwn: boolean): void => {
    if (bringForward(state, isOwn)) arm();
  };
  const watches = states.flatMap((state) => {
    const listen = (isOwn: boolean): void => wake(state, isOwn);
    return [store.watch(state.task.kinds, listen), store.watch(state.task.ownKinds ?? [], listen, 'of this process')];
  });
  watches.push(clock.watch(arm));
  beginDue();
  return {
    /** What decides whether something is due has changed. */
    wake: () => states.forEach((state) => wake(state, true)),
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      for (const end of watches) end();
      await Promise.all(turns);
    },
  };
};
