import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../threads/start-worker.ts';
import { type LintResult, type WorkerResponse, type LintJob, failedResult, type WorkerRequest } from './lint-job.ts';

export interface PoolLimits {
  /** The number of workers. Default: one for each core. */
  readonly jobs?: number | undefined;
  /** Milliseconds for one file; a large one gets a second more for every 5 MB. */
  readonly timeout: number;
  /** Megabytes of heap for one worker. Default: Node's own limit. */
  readonly memory?: number;
}

export interface LintPool {
  lint(job: LintJob): Promise<LintResult>;
  /** Makes the workers read schemas again. */
  reset(): void;
  close(): Promise<void>;
}

interface PendingJob {
  readonly job: LintJob;
  readonly resolve: (result: LintResult) => void;
  readonly reject: (error: Error) => void;
}

/** A worker, and the file it lints. */
interface Slot {
  readonly worker: Worker;
  isReady: boolean;
  current: PendingJob | undefined;
  timer: NodeJS.Timeout | undefined;
}

interface PoolState {
  readonly script: URL;
  readonly limits: PoolLimits & { readonly jobs: number };
  readonly waiting: PendingJob[];
  readonly idle: Slot[];
  readonly slots: Set<Slot>;
  /** Number of submitted jobs. */
  submitted: number;
  /** Whether waiting jobs get as many workers as are allowed. */
  isEager: boolean;
  isClosed: boolean;
}

/** Holds instances of more than 10,000 levels: the evaluator needs about 1.2 KB for a level and keyword. Memory is only used as needed. */
const stackSizeMb = 64;
/** Milliseconds after which waiting files get more workers than their number alone justifies. */
const growAfter = 150;
/** Starting a worker costs about as much as linting this many small files. */
const jobsPerWorker = 24;

/** The speed of the slowest format on a slow machine, with a margin. */
const bytesPerMillisecond = 5000;

/** 0 for a file that cannot be read: reading it reports the reason. */
const fileSize = (file: string): number => {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
};
const internalError = (message: string): string => `${message} This is a bug in the linter; please report it.`;
const formatSeconds = (milliseconds: number): string => `${Number((milliseconds / 1000).toFixed(3))} s`;

/** Resolves a job with a finding about its file as a whole. */
const failJob = (pending: PendingJob | undefined, message: string): void => {
  pending?.resolve(failedResult(pending.job.judge.file, message));
};

/** Takes a slot out of the pool; its job is the caller's to answer. */
function removeSlot({ slots, idle }: PoolState, slot: Slot): PendingJob | undefined {
  clearTimeout(slot.timer);
  slots.delete(slot);
  const index = idle.indexOf(slot);
  if (index !== -1) idle.splice(index, 1);
  const { current } = slot;
  slot.current = undefined;
  return current;
}

function giveUp(state: PoolState, slot: Slot, allowed: number): void {
  const pending = removeSlot(state, slot);
  void slot.worker.terminate().then(() => {
    failJob(
      pending,
      `This file was given up after ${formatSeconds(Math.floor(allowed))}; set a longer time with --timeout. ` +
        'A pattern of its schema may take exponential time on one of its texts.',
    );
    dispatch(state);
  });
}

function beginJob(state: PoolState, slot: Slot): void {
  const { file, text, bytes } = slot.current!.job;
  const allowed = state.limits.timeout + (text?.length ?? bytes?.length ?? fileSize(file)) / bytesPerMillisecond;
  slot.timer = setTimeout(() => giveUp(state, slot, allowed), allowed);
  const message: WorkerRequest = { job: slot.current!.job };
  slot.worker.postMessage(message);
}

function finishJob(state: PoolState, slot: Slot, result: LintResult): void {
  clearTimeout(slot.timer);
  const { current } = slot;
  slot.current = undefined;
  if (state.slots.has(slot)) state.idle.push(slot);
  current?.resolve(result);
  dispatch(state);
}

function handleMessage(state: PoolState, slot: Slot, response: WorkerResponse): void {
  if ('ready' in response) {
    slot.isReady = true;
    if (slot.current) beginJob(state, slot);
  } else if ('done' in response) finishJob(state, slot, response.done);
  else {
    const { message, stack } = response.failed;
    const text = internalError(`${message}${process.env['SLIPWAY_DEBUG'] ? `\n${stack}` : ''}`);
    finishJob(state, slot, failedResult(slot.current?.job.judge.file ?? '', text));
  }
}

function handleError(state: PoolState, slot: Slot, error: NodeJS.ErrnoException): void {
  const pending = removeSlot(state, slot);
  if (!slot.isReady) {
    pending?.reject(error);
    return;
  }
  const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  failJob(pending, isMemory ? 'There is not enough memory for this file and its schema.' : internalError(error.message));
  dispatch(state);
}

function openSlot(state: PoolState): void {
  const { memory } = state.limits;
  const worker = startWorker(state.script, {
    // Only the report goes to stdout: output of libraries is redirected.
    stdout: true,
    stderr: true,
    resourceLimits: { stackSizeMb, ...(memory === undefined ? {} : { maxOldGenerationSizeMb: memory }) },
  });
  if (process.env['SLIPWAY_DEBUG']) worker.stderr.pipe(process.stderr);
  const slot: Slot = { worker, isReady: false, current: undefined, timer: undefined };
  state.slots.add(slot);
  worker.on('message', (response: WorkerResponse) => handleMessage(state, slot, response));
  worker.on('error', (error: NodeJS.ErrnoException) => handleError(state, slot, error));
  worker.on('exit', (code) => {
    failJob(removeSlot(state, slot), internalError(`The worker that linted this file ended with exit code ${code}.`));
    if (!state.isClosed) dispatch(state);
  });
  state.idle.push(slot);
}

/** Opens workers for the waiting jobs, as far as they are worth it, and hands jobs to idle ones. */
function dispatch(state: PoolState): void {
  const { limits, isEager, submitted, slots, idle, waiting } = state;
  const wanted = Math.min(
    limits.jobs,
    isEager ? Infinity : Math.ceil(submitted / jobsPerWorker),
    slots.size - idle.length + waiting.length,
  );
  while (!state.isClosed && slots.size < wanted) openSlot(state);
  while (waiting.length > 0 && idle.length > 0) {
    const slot = idle.shift()!;
    slot.current = waiting.shift()!;
    if (slot.isReady) beginJob(state, slot);
  }
}

/**
 * Lints in worker threads, each with one file at a time. A file that takes too long, or crashes its worker, results in a finding; the
 * others continue in a new worker. `script` calls `serveJobs`.
 */
export function lintPool(script: URL, { jobs = availableParallelism(), ...limits }: PoolLimits): LintPool {
  const state: PoolState = {
    script,
    limits: { ...limits, jobs },
    waiting: [],
    idle: [],
    slots: new Set(),
    submitted: 0,
    isEager: false,
    isClosed: false,
  };
  const growTimer = setTimeout(() => {
    state.isEager = true;
    dispatch(state);
  }, growAfter);
  growTimer.unref();
  return {
    lint: (job) =>
      new Promise((resolve, reject) => {
        state.submitted++;
        state.waiting.push({ job, resolve, reject });
        queueMicrotask(() => dispatch(state));
      }),
    reset: () => {
      for (const { worker } of state.slots) worker.postMessage({ forget: true } satisfies WorkerRequest);
    },
    async close() {
      state.isClosed = true;
      clearTimeout(growTimer);
      await Promise.all([...state.slots].map(({ worker }) => worker.terminate()));
    },
  };
}
