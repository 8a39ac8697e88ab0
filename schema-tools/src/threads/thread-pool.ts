import type { Worker } from 'node:worker_threads';
import { startWorker } from './start-worker.ts';

/** A task was abandoned: it took too long, needed too much memory, or too many tasks were waiting. The message completes a sentence. */
export class TaskAbandoned extends Error {
  override readonly name = 'TaskAbandoned';
  /** `crowd`: the task may succeed later. */
  readonly reason: 'time' | 'memory' | 'crowd';
  constructor(message: string, reason: TaskAbandoned['reason']) {
    super(message);
    this.reason = reason;
  }
}

export interface ThreadPoolLimits {
  /** The largest number of workers. */
  readonly threads: number;
  /** Time limit of one task, from when a worker takes it. */
  readonly milliseconds: number;
  /** Heap limit of one worker, in megabytes. */
  readonly memory: number;
  /** Tasks that may wait for a worker; one more is abandoned at once. */
  readonly waiting: number;
  /** Milliseconds that a task may wait for a worker; without it, as long as there are others. */
  readonly longestWait?: number;
  /** Milliseconds after which a worker without a task ends. */
  readonly idle: number;
  /** Characters of a task that is small. Larger ones never take the last worker, so small ones do not wait for them. */
  readonly smallCharacters: number;
}
export interface ThreadPool {
  /** Resolves with the worker's result. Rejects with TaskAbandoned, or with the error that the worker threw. */
  run(task: unknown, characters?: number): Promise<unknown>;
  close(): Promise<void>;
}
/** The message of a worker, one for each task. */
export type WorkerMessage = { readonly done: unknown } | { readonly failed: string };

interface QueuedTask {
  readonly task: unknown;
  readonly isLarge: boolean;
  /** Gives the task up when it has waited too long. */
  waitTimer?: NodeJS.Timeout;
  resolve(result: unknown): void;
  reject(error: Error): void;
}
interface WorkerSlot {
  readonly worker: Worker;
  current: QueuedTask | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** The state of a pool. */
interface PoolState {
  readonly findScript: () => URL;
  readonly limits: ThreadPoolLimits;
  readonly waiting: QueuedTask[];
  readonly slots: Set<WorkerSlot>;
  isClosed: boolean;
}

/** Removes a worker from the pool; the task that it ran. */
const removeSlot = ({ slots }: PoolState, slot: WorkerSlot): QueuedTask | undefined => {
  clearTimeout(slot.timer);
  slots.delete(slot);
  const { current } = slot;
  slot.current = undefined;
  return current;
};

/** Lets a worker without a task end after some time, and the process at any time. */
const rest = (pool: PoolState, slot: WorkerSlot): void => {
  slot.worker.unref();
  slot.timer = setTimeout(() => {
    removeSlot(pool, slot);
    void slot.worker.terminate();
  }, pool.limits.idle).unref();
};

const startTask = (pool: PoolState, slot: WorkerSlot, task: QueuedTask): void => {
  const { milliseconds } = pool.limits;
  clearTimeout(slot.timer);
  clearTimeout(task.waitTimer);
  slot.current = task;
  slot.worker.ref();
  slot.timer = setTimeout(() => {
    const abandoned = removeSlot(pool, slot);
    void slot.worker.terminate();
    abandoned?.reject(new TaskAbandoned(`it takes longer than ${milliseconds / 1000} s`, 'time'));
    startWaitingTasks(pool);
  }, milliseconds);
  slot.worker.postMessage(task.task);
};

const handleMessage = (pool: PoolState, slot: WorkerSlot, message: WorkerMessage): void => {
  const { current } = slot;
  slot.current = undefined;
  clearTimeout(slot.timer);
  if ('done' in message) current?.resolve(message.done);
  else current?.reject(new Error(message.failed));
  rest(pool, slot);
  startWaitingTasks(pool);
};

const openSlot = (pool: PoolState): WorkerSlot => {
  const { memory } = pool.limits;
  const slot: WorkerSlot = {
    worker: startWorker(pool.findScript(), { resourceLimits: { maxOldGenerationSizeMb: memory } }),
    current: undefined,
    timer: undefined,
  };
  const fail = (error: Error): void => {
    removeSlot(pool, slot)?.reject(error);
    startWaitingTasks(pool);
  };
  pool.slots.add(slot);
  slot.worker.on('message', (message: WorkerMessage) => {
    handleMessage(pool, slot, message);
  });
  slot.worker.on('error', (error: NodeJS.ErrnoException) => {
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TaskAbandoned(`it needs more than ${memory} MB`, 'memory') : error);
  });
  slot.worker.on('exit', (code) => {
    fail(new Error(`a worker thread ended (${code}) before its task was done`));
  });
  return slot;
};

/** The next task that may start: the first one, or the first small one while large ones have all workers but the last. */
const takeNextTask = ({ waiting, slots, limits }: PoolState): QueuedTask | undefined => {
  const largeOnes = [...slots].filter(({ current }) => current?.isLarge).length;
  const at = waiting.findIndex(({ isLarge }) => !isLarge || largeOnes < Math.max(1, limits.threads - 1));
  return at < 0 ? undefined : waiting.splice(at, 1)[0];
};

const startWaitingTasks = (pool: PoolState): void => {
  const { slots, limits } = pool;
  while (!pool.isClosed) {
    const free = [...slots].find(({ current }) => current === undefined);
    if (!free && slots.size >= limits.threads) return;
    const task = takeNextTask(pool);
    if (!task) return;
    startTask(pool, free ?? openSlot(pool), task);
  }
};

const crowded = (): TaskAbandoned => new TaskAbandoned('too many wait already; send it again later', 'crowd');

const enqueue = ({ waiting, limits }: PoolState, task: QueuedTask): void => {
  waiting.push(task);
  if (limits.longestWait === undefined) return;
  task.waitTimer = setTimeout(() => {
    waiting.splice(waiting.indexOf(task), 1);
    task.reject(crowded());
  }, limits.longestWait);
};

const closePool = async (pool: PoolState): Promise<void> => {
  pool.isClosed = true;
  const slots = [...pool.slots];
  const abandoned = [...pool.waiting.splice(0), ...slots.flatMap(({ current }) => current ?? [])];
  for (const slot of slots) removeSlot(pool, slot);
  await Promise.all(slots.map(({ worker }) => worker.terminate()));
  for (const { waitTimer } of abandoned) clearTimeout(waitTimer);
  for (const task of abandoned) task.reject(new TaskAbandoned('the service ends', 'crowd'));
};

/**
 * Runs tasks in worker threads. Workers start when they are needed and do not keep the process alive while they are idle.
 * `script`: where it is, or how it is found when the first worker starts.
 */
export const createThreadPool = (script: URL | (() => URL), limits: ThreadPoolLimits): ThreadPool => {
  const findScript = typeof script === 'function' ? script : () => script;
  const pool: PoolState = { findScript, limits, waiting: [], slots: new Set(), isClosed: false };
  return {
    run: (task, characters = 0) =>
      new Promise((resolve, reject) => {
        if (pool.waiting.length >= limits.waiting) {
          reject(crowded());
          return;
        }
        enqueue(pool, { task, isLarge: characters > limits.smallCharacters, resolve, reject });
        startWaitingTasks(pool);
      }),
    close: () => closePool(pool),
  };
};
