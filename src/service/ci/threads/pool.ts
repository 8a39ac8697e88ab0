import { Worker } from 'node:worker_threads';

/** A job that was given up: it took too long, needed too much memory, or too many wait already. The message ends a sentence. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
  /** `crowd` may go well another time. */
  readonly why: 'time' | 'memory' | 'crowd';
  constructor(message: string, why: GivenUp['why']) { super(message); this.why = why; }
}

export interface PoolLimits {
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
export interface Pool {
  /** What the worker answers. Rejects with GivenUp, or with an error of ours that the worker threw. */
  run(job: unknown): Promise<unknown>;
  close(): Promise<void>;
}
/** What a worker says, once for each job. */
export type FromWorker = { readonly done: unknown } | { readonly failed: string };

interface Asked { readonly job: unknown; answer(made: unknown): void; fail(error: Error): void }
interface Slot { readonly worker: Worker; current: Asked | undefined; clock: NodeJS.Timeout | undefined }

const workerOf = (script: URL, memory: number): Worker => {
  const isSource = script.pathname.endsWith('.ts');
  return new Worker(isSource ? new URL('../../../../schema-tools/src/lint/run/from-source.mjs', import.meta.url) : script, {
    ...(isSource ? { workerData: { script: script.href } } : {}), resourceLimits: { maxOldGenerationSizeMb: memory },
  });
};

/** Does jobs in worker threads, which are started when they are needed and keep no process alive by themselves. */
export const threadPool = (script: URL, limits: PoolLimits): Pool => {
  const waiting: Asked[] = [];
  const slots = new Set<Slot>();
  let isClosed = false;

  const lose = (slot: Slot): Asked | undefined => {
    clearTimeout(slot.clock);
    slots.delete(slot);
    const { current } = slot;
    slot.current = undefined;
    return current;
  };
  const rest = (slot: Slot): void => {
    slot.worker.unref();
    slot.clock = setTimeout(() => { lose(slot); void slot.worker.terminate(); }, limits.idle).unref();
  };
  const begin = (slot: Slot, asked: Asked): void => {
    clearTimeout(slot.clock);
    slot.current = asked;
    slot.worker.ref();
    slot.clock = setTimeout(() => {
      const lost = lose(slot);
      void slot.worker.terminate();
      lost?.fail(new GivenUp(`it takes longer than ${limits.milliseconds / 1000} s`, 'time'));
      hand();
    }, limits.milliseconds);
    slot.worker.postMessage(asked.job);
  };
  const open = (): Slot => {
    const slot: Slot = { worker: workerOf(script, limits.memory), current: undefined, clock: undefined };
    slots.add(slot);
    slot.worker.on('message', (said: FromWorker) => {
      const { current } = slot;
      slot.current = undefined;
      clearTimeout(slot.clock);
      if ('done' in said) current?.answer(said.done); else current?.fail(new Error(said.failed));
      const next = waiting.shift();
      if (next) begin(slot, next); else rest(slot);
    });
    slot.worker.on('error', (error: NodeJS.ErrnoException) => {
      lose(slot)?.fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new GivenUp(`it needs more than ${limits.memory} MB`, 'memory') : error);
      hand();
    });
    slot.worker.on('exit', (code) => { lose(slot)?.fail(new Error(`a worker thread ended (${code}) before its job was done`)); hand(); });
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
    run: (job) => new Promise((answer, fail) => {
      if (waiting.length >= limits.waiting) { fail(new GivenUp('too many wait already; send it again later', 'crowd')); return; }
      waiting.push({ job, answer, fail });
      hand();
    }),
    close: async () => {
      isClosed = true;
      const lost = [...waiting.splice(0), ...[...slots].flatMap(({ current }) => current ?? [])];
      await Promise.all([...slots].map((slot) => { lose(slot); return slot.worker.terminate(); }));
      for (const one of lost) one.fail(new GivenUp('the service ends', 'crowd'));
    },
  };
};
