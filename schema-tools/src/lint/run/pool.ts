import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Done, type FromWorker, type Job, nothingDone, type ToWorker } from './job.ts';

export interface Limits {
  /** At most so many workers. Default: one for each core. */
  readonly jobs?: number | undefined;
  /** Milliseconds for one file; a large one gets a second more for every 5 MB. */
  readonly timeout: number;
  /** Megabytes of heap for one worker. Default: Node's own limit. */
  readonly memory?: number;
}

export interface Pool {
  lint(job: Job): Promise<Done>;
  /** Schemas are read anew from now on. */
  forget(): void;
  close(): Promise<void>;
}

interface Asked { readonly job: Job; readonly answer: (done: Done) => void; readonly fail: (error: Error) => void }

/** Holds instances of more than 10,000 levels: the evaluator needs about 1.2 KB a level and keyword. Reserved, not used, until it is needed. */
const stackSizeMb = 64;
/** Milliseconds after which files that still wait get more workers than their number alone is worth. */
const patience = 150;
/** A worker costs about as much as so many small files. */
const worthAWorker = 24;

/** What the slowest format on a slow machine manages, with room. */
const bytesAMillisecond = 5000;

/** What cannot be looked at is told by whoever reads it. */
const sizeOf = (file: string): number => { try { return statSync(file).size; } catch { return 0; } };
const ours = (message: string): string => `${message} This was not expected and is our fault; please report it.`;
const seconds = (milliseconds: number): string => `${Number((milliseconds / 1000).toFixed(3))} s`;

/**
 * Lints in worker threads, each with one file at a time. A file that takes too long, or ends its worker, is answered as a
 * finding; the others go on in a new one. `script` calls `serveJobs`.
 */
export function pool(script: URL, { jobs = availableParallelism(), timeout, memory }: Limits): Pool {
  const waiting: Asked[] = [];
  const idle: Slot[] = [];
  const all = new Set<Slot>();
  let asked = 0;
  let eager = false;
  let closed = false;
  const hurry = setTimeout(() => { eager = true; hand(); }, patience);
  hurry.unref();

  interface Slot { readonly worker: Worker; ready: boolean; current: Asked | undefined; clock: NodeJS.Timeout | undefined }

  function open(): void {
    const isSource = script.pathname.endsWith('.ts');
    const worker = new Worker(isSource ? new URL('./from-source.mjs', import.meta.url) : script, {
      ...(isSource ? { workerData: { script: script.href } } : {}),
      // Only the result goes to stdout: what a library prints does not.
      stdout: true, stderr: true, resourceLimits: { stackSizeMb, ...(memory === undefined ? {} : { maxOldGenerationSizeMb: memory }) },
    });
    if (process.env['SLIPWAY_DEBUG']) worker.stderr.pipe(process.stderr);
    const slot: Slot = { worker, ready: false, current: undefined, clock: undefined };
    all.add(slot);
    worker.on('message', (said: FromWorker) => {
      if ('ready' in said) { slot.ready = true; if (slot.current) begin(slot); } else if ('done' in said) settle(slot, said.done);
      else settle(slot, nothingDone(slot.current?.job.judge.file ?? '', ours(`${said.failed.message}${process.env['SLIPWAY_DEBUG'] ? `\n${said.failed.stack}` : ''}`)));
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (!slot.ready) { lose(slot)?.fail(error); return; }
      const lost = lose(slot);
      lost?.answer(nothingDone(lost.job.judge.file, error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? 'The memory did not suffice for this file and its schema.' : ours(error.message)));
      hand();
    });
    worker.on('exit', (code) => {
      const lost = lose(slot);
      lost?.answer(nothingDone(lost.job.judge.file, ours(`The worker that linted this file ended (${code}).`)));
      if (!closed) hand();
    });
    idle.push(slot);
  }
  function lose(slot: Slot): Asked | undefined {
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
    const allowed = timeout + (text?.length ?? bytes?.length ?? sizeOf(file)) / bytesAMillisecond;
    slot.clock = setTimeout(() => {
      const lost = lose(slot);
      void slot.worker.terminate().then(() => {
        lost?.answer(nothingDone(lost.job.judge.file, `This file was given up after ${seconds(Math.floor(allowed))}; --timeout gives it longer. A pattern of its schema may run away on a text of it.`));
        hand();
      });
    }, allowed);
    const message: ToWorker = { job: slot.current!.job };
    slot.worker.postMessage(message);
  }
  function settle(slot: Slot, done: Done): void {
    clearTimeout(slot.clock);
    const { current } = slot;
    slot.current = undefined;
    if (all.has(slot)) idle.push(slot);
    current?.answer(done);
    hand();
  }
  function hand(): void {
    const wanted = Math.min(jobs, eager ? Infinity : Math.ceil(asked / worthAWorker), all.size - idle.length + waiting.length);
    while (!closed && all.size < wanted) open();
    while (waiting.length > 0 && idle.length > 0) {
      const slot = idle.shift()!;
      slot.current = waiting.shift()!;
      if (slot.ready) begin(slot);
    }
  }

  return {
    lint: (job) => new Promise((answer, fail) => { asked++; waiting.push({ job, answer, fail }); queueMicrotask(hand); }),
    forget: () => { for (const { worker } of all) worker.postMessage({ forget: true } satisfies ToWorker); },
    async close() {
      closed = true;
      clearTimeout(hurry);
      await Promise.all([...all].map(({ worker }) => worker.terminate()));
    },
  };
}
