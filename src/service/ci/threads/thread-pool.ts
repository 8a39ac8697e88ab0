import type { Worker } from 'node:worker_threads';
import { startWorker } from '@slipway/schema-tools/threads';

/** A job that was given up: it took too long, needed too much memory, or too many wait already. The message ends a sentence. */
export class TaskAbandoned extends Error {
  override readonly name = 'GivenUp';
  /** `crowd` may go well another time. */
  readonly why: 'time' | 'memory' | 'crowd';
  constructor(message: string, why: TaskAbandoned['why']) {
    super(message);
    this.why = why;
  }
}

export interface ThreadPoolLimits {
  /** At most so many workers. */
  readonly threads: number;
  /** For one job, from when a worker takes it. */
  readonly milliseconds: number;
  /** Megabytes of one worker's heap. */
  readonly memory: number;
  /** Jobs that wait for a worker; one more is given up at once. */
  readonly waiting: number;
  /** Milliseconds after which a worker without a job ends. */
  readonly idle: number;
}
export interface ThreadPool {
  /** What the worker answers. Rejects with GivenUp, or with an error of ours that the worker threw. */
  run(job: unknown): Promise<unknown>;
  close(): Promise<void>;
}
/** What a worker says, once for each job. */
export type WorkerMessage = { readonly done: unknown } | { readonly failed: string };

interface QueuedTask {
  readonly task: unknown;
  resolve(made: unknown): void;
  reject(error: Error): void;
}
interface WorkerSlot {
  readonly worker: Worker;
  current: QueuedTask | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** Does jobs in worker threads, which are started when they are needed and keep no process alive by themselves. */
export const createThreadPool = (script: URL, limits: ThreadPoolLimits): ThreadPool => {
  const waiting: QueuedTask[] = [];
  const slots = new Set<WorkerSlot>();
  let isClosed = false;

  const lose = (slot: WorkerSlot): QueuedTask | undefined => {
    clearTimeout(slot.timer);
    slots.delete(slot);
    const { current } = slot;
    slot.current = undefined;
    return current;
  };
  const rest = (slot: WorkerSlot): void => {
    slot.worker.unref();
    slot.timer = setTimeout(() => {
      lose(slot);
      void slot.worker.terminate();
    }, limits.idle).unref();
  };
  const begin = (slot: WorkerSlot, asked: QueuedTask): void => {
    clearTimeout(slot.timer);
    slot.current = asked;
    slot.worker.ref();
    slot.timer = setTimeout(() => {
      const lost = lose(slot);
      void slot.worker.terminate();
      lost?.reject(new TaskAbandoned(`it takes longer than ${limits.milliseconds / 1000} s`, 'time'));
      hand();
    }, limits.milliseconds);
    slot.worker.postMessage(asked.task);
  };
  const open = (): WorkerSlot => {
    const slot: WorkerSlot = {
      worker: startWorker(script, { resourceLimits: { maxOldGenerationSizeMb: limits.memory } }),
      current: undefined,
      timer: undefined,
    };
    slots.add(slot);
    slot.worker.on('message', (said: WorkerMessage) => {
      const { current } = slot;
      slot.current = undefined;
      clearTimeout(slot.timer);
      if ('done' in said) current?.resolve(said.done);
      else current?.reject(new Error(said.failed));
      const next = waiting.shift();
      if (next) begin(slot, next);
      else rest(slot);
    });
    slot.worker.on('error', (error: NodeJS.ErrnoException) => {
      lose(slot)?.reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TaskAbandoned(`it needs more than ${limits.memory} MB`, 'memory') : error,
      );
      hand();
    });
    slot.worker.on('exit', (code) => {
      lose(slot)?.reject(new Error(`a worker thread ended (${code}) before its job was done`));
      hand();
    });
    return slot;
  };
  const hand = (): void => {
    while (!isClosed && waiting.length > 0) {
      const free = [...slots].find(({ current }) => current === undefined) ?? (slots.size < limits.threads ? open() : undefined);
      if (!free) return;
      begin(free, waiting.shift()!);
    }
  };

  return {
    run: (job) =>
      new Promise((answer, fail) => {
        if (waiting.length >= limits.waiting) {
          fail(new TaskAbandoned('too many wait already; send it again later', 'crowd'));
          return;
        }
        waiting.push({ task: job, resolve: answer, reject: fail });
        hand();
      }),
    close: async () => {
      isClosed = true;
      const lost = [...waiting.splice(0), ...[...slots].flatMap(({ current }) => current ?? [])];
      await Promise.all(
        [...slots].map((slot) => {
          lose(slot);
          return slot.worker.terminate();
        }),
      );
      for (const one of lost) one.reject(new TaskAbandoned('the service ends', 'crowd'));
    },
  };
};
