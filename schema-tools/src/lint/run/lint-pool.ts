import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../threads/start-worker.ts';
import { type LintResult, type WorkerResponse, type LintJob, failedResult, type WorkerRequest } from './lint-job.ts';

export interface PoolLimits {
  /** At most so many workers. Default: one for each core. */
  readonly jobs?: number | undefined;
  /** Milliseconds for one file; a large one gets a second more for every 5 MB. */
  readonly timeout: number;
  /** Megabytes of heap for one worker. Default: Node's own limit. */
  readonly memory?: number;
}

export interface LintPool {
  lint(job: LintJob): Promise<LintResult>;
  /** Schemas are read anew from now on. */
  reset(): void;
  close(): Promise<void>;
}

interface PendingJob {
  readonly job: LintJob;
  readonly resolve: (done: LintResult) => void;
  readonly reject: (error: Error) => void;
}

/** Holds instances of more than 10,000 levels: the evaluator needs about 1.2 KB a level and keyword. Reserved, not used, until it is needed. */
const stackSizeMb = 64;
/** Milliseconds after which files that still wait get more workers than their number alone is worth. */
const growAfter = 150;
/** A worker costs about as much as so many small files. */
const jobsPerWorker = 24;

/** What the slowest format on a slow machine manages, with room. */
const bytesPerMillisecond = 5000;

/** What cannot be looked at is told by whoever reads it. */
const fileSize = (file: string): number => {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
};
const internalError = (message: string): string => `${message} This was not expected and is our fault; please report it.`;
const formatSeconds = (milliseconds: number): string => `${Number((milliseconds / 1000).toFixed(3))} s`;

/**
 * Lints in worker threads, each with one file at a time. A file that takes too long, or ends its worker, is answered as a
 * finding; the others go on in a new one. `script` calls `serveJobs`.
 */
export function lintPool(script: URL, { jobs = availableParallelism(), timeout, memory }: PoolLimits): LintPool {
  const waiting: PendingJob[] = [];
  const idle: Slot[] = [];
  const all = new Set<Slot>();
  let asked = 0;
  let eager = false;
  let closed = false;
  const hurry = setTimeout(() => {
    eager = true;
    hand();
  }, growAfter);
  hurry.unref();

  interface Slot {
    readonly worker: Worker;
    ready: boolean;
    current: PendingJob | undefined;
    clock: NodeJS.Timeout | undefined;
  }

  function open(): void {
    const worker = startWorker(script, {
      // Only the result goes to stdout: what a library prints does not.
      stdout: true,
      stderr: true,
      resourceLimits: { stackSizeMb, ...(memory === undefined ? {} : { maxOldGenerationSizeMb: memory }) },
    });
    if (process.env['SLIPWAY_DEBUG']) worker.stderr.pipe(process.stderr);
    const slot: Slot = { worker, ready: false, current: undefined, clock: undefined };
    all.add(slot);
    worker.on('message', (said: WorkerResponse) => {
      if ('ready' in said) {
        slot.ready = true;
        if (slot.current) begin(slot);
      } else if ('done' in said) settle(slot, said.done);
      else
        settle(
          slot,
          failedResult(
            slot.current?.job.judge.file ?? '',
            internalError(`${said.failed.message}${process.env['SLIPWAY_DEBUG'] ? `\n${said.failed.stack}` : ''}`),
          ),
        );
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (!slot.ready) {
        lose(slot)?.reject(error);
        return;
      }
      const lost = lose(slot);
      lost?.resolve(
        failedResult(
          lost.job.judge.file,
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? 'The memory did not suffice for this file and its schema.'
            : internalError(error.message),
        ),
      );
      hand();
    });
    worker.on('exit', (code) => {
      const lost = lose(slot);
      lost?.resolve(failedResult(lost.job.judge.file, internalError(`The worker that linted this file ended (${code}).`)));
      if (!closed) hand();
    });
    idle.push(slot);
  }
  function lose(slot: Slot): PendingJob | undefined {
    clearTimeout(slot.clock);
    all.delete(slot);
    const at = idle.indexOf(slot);
    if (at !== -1) idle.splice(at, 1);
    const { current } = slot;
    slot.current = undefined;
    return current;
  }
  function begin(slot: Slot): void {
    const { file, text, bytes } = slot.current!.job;
    const allowed = timeout + (text?.length ?? bytes?.length ?? fileSize(file)) / bytesPerMillisecond;
    slot.clock = setTimeout(() => {
      const lost = lose(slot);
      void slot.worker.terminate().then(() => {
        lost?.resolve(
          failedResult(
            lost.job.judge.file,
            `This file was given up after ${formatSeconds(Math.floor(allowed))}; --timeout gives it longer. A pattern of its schema may run away on a text of it.`,
          ),
        );
        hand();
      });
    }, allowed);
    const message: WorkerRequest = { job: slot.current!.job };
    slot.worker.postMessage(message);
  }
  function settle(slot: Slot, done: LintResult): void {
    clearTimeout(slot.clock);
    const { current } = slot;
    slot.current = undefined;
    if (all.has(slot)) idle.push(slot);
    current?.resolve(done);
    hand();
  }
  function hand(): void {
    const wanted = Math.min(jobs, eager ? Infinity : Math.ceil(asked / jobsPerWorker), all.size - idle.length + waiting.length);
    while (!closed && all.size < wanted) open();
    while (waiting.length > 0 && idle.length > 0) {
      const slot = idle.shift()!;
      slot.current = waiting.shift()!;
      if (slot.ready) begin(slot);
    }
  }

  return {
    lint: (job) =>
      new Promise((answer, fail) => {
        asked++;
        waiting.push({ job, resolve: answer, reject: fail });
        queueMicrotask(hand);
      }),
    reset: () => {
      for (const { worker } of all) worker.postMessage({ forget: true } satisfies WorkerRequest);
    },
    async close() {
      closed = true;
      clearTimeout(hurry);
      await Promise.all([...all].map(({ worker }) => worker.terminate()));
    },
  };
}
