import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../threads/start-worker.ts';
import { jobSize } from './job-size.ts';
import { type LintAnswer, type LintResult, type WorkerResponse, type LintJob, failedResult, type WorkerRequest } from './lint-job.ts';

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

/** A worker, and the files that it has and has not answered, in their order. */
interface Slot {
  readonly worker: Worker;
  /** Shared with the worker: the index of the file that it lints, among those of its request, and the time at which it began. */
  readonly current: BigInt64Array;
  isReady: boolean;
  jobs: readonly PendingJob[];
  /** How many files of its request it has answered. */
  answered: number;
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

/** Files that a worker gets at once: a message to another thread, and its waking up, take longer than linting a small file. */
const maxBatch = 32;
/** Bytes; a larger file is sent alone, so that others do not wait behind it while another worker is idle. */
const maxBatchedSize = 16 * 1024;
/** The speed of the slowest format on a slow machine, with a margin. */
const bytesPerMillisecond = 5000;

const internalError = (message: string): string => `${message} This is a bug in the linter; please report it.`;
const formatSeconds = (milliseconds: number): string => `${Number((milliseconds / 1000).toFixed(3))} s`;

/** Resolves a job with a finding about its file as a whole. */
const failJob = (pending: PendingJob | undefined, message: string): void => {
  pending?.resolve(failedResult(pending.job.judge.file, message));
};

/** The index of the job that a worker is at, among those that it has not answered. */
const currentIndex = ({ current, answered }: Slot): number => Math.max(0, Number(Atomics.load(current, 0)) - answered);

/**
 * Takes a slot out of the pool, and returns the job that its worker was at; it is the caller's to answer. The others of the request wait
 * again, also those whose answers had not been sent.
 */
function removeSlot(state: PoolState, slot: Slot): PendingJob | undefined {
  const { slots, idle, waiting } = state;
  clearTimeout(slot.timer);
  slots.delete(slot);
  const index = idle.indexOf(slot);
  if (index !== -1) idle.splice(index, 1);
  const { jobs } = slot;
  slot.jobs = [];
  const current = jobs[currentIndex(slot)];
  waiting.unshift(...jobs.filter((job) => job !== current));
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

/** Gives up the worker when the file that it is at has taken all its time; answers of files before it may be on their way. */
function watchTime(state: PoolState, slot: Slot): void {
  clearTimeout(slot.timer);
  const pending = slot.jobs[currentIndex(slot)];
  if (!pending) return;
  const allowed = state.limits.timeout + jobSize(pending.job) / bytesPerMillisecond;
  const spent = Date.now() - Number(Atomics.load(slot.current, 1));
  if (spent >= allowed) giveUp(state, slot, allowed);
  else slot.timer = setTimeout(() => watchTime(state, slot), allowed - spent);
}

function beginJobs(state: PoolState, slot: Slot): void {
  slot.answered = 0;
  Atomics.store(slot.current, 0, 0n);
  Atomics.store(slot.current, 1, BigInt(Date.now()));
  slot.worker.postMessage({ jobs: slot.jobs.map(({ job }) => job), current: slot.current } satisfies WorkerRequest);
  watchTime(state, slot);
}

function resultOfAnswer(answer: LintAnswer, { job }: PendingJob): LintResult {
  if ('done' in answer) return answer.done;
  const { message, stack } = answer.failed;
  return failedResult(job.judge.file, internalError(`${message}${process.env['SLIPWAY_DEBUG'] ? `\n${stack}` : ''}`));
}

function handleMessage(state: PoolState, slot: Slot, response: WorkerResponse): void {
  if ('ready' in response) {
    slot.isReady = true;
    if (slot.jobs.length > 0) beginJobs(state, slot);
    return;
  }
  const { answers } = response;
  const done = slot.jobs.slice(0, answers.length);
  slot.jobs = slot.jobs.slice(answers.length);
  slot.answered += answers.length;
  watchTime(state, slot);
  if (slot.jobs.length === 0 && state.slots.has(slot)) state.idle.push(slot);
  for (const [index, pending] of done.entries()) pending.resolve(resultOfAnswer(answers[index]!, pending));
  dispatch(state);
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
  const slot: Slot = {
    worker,
    current: new BigInt64Array(new SharedArrayBuffer(16)),
    isReady: false,
    jobs: [],
    answered: 0,
    timer: undefined,
  };
  state.slots.add(slot);
  worker.on('message', (response: WorkerResponse) => handleMessage(state, slot, response));
  worker.on('error', (error: NodeJS.ErrnoException) => handleError(state, slot, error));
  worker.on('exit', (code) => {
    failJob(removeSlot(state, slot), internalError(`The worker that linted this file ended with exit code ${code}.`));
    if (!state.isClosed) dispatch(state);
  });
  state.idle.push(slot);
}

/** The next waiting jobs for one worker: some small files, but not so many that the other workers have nothing to do; or one other file. */
function takeBatch({ waiting, limits: { jobs } }: PoolState): readonly PendingJob[] {
  const most = Math.min(maxBatch, Math.ceil(waiting.length / (2 * jobs)));
  let count = 0;
  while (count < most && jobSize(waiting[count]!.job) <= maxBatchedSize) count++;
  return waiting.splice(0, count || 1);
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
    slot.jobs = takeBatch(state);
    if (slot.isReady) beginJobs(state, slot);
  }
}

/**
 * Lints in worker threads, each one file after the other. A file that takes too long, or crashes its worker, results in a finding; the
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
