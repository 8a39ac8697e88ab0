import type { LintResult, LintJob } from '../lint/run/lint-job.ts';
import { type LintPool, type PoolLimits, lintPool } from '../lint/run/lint-pool.ts';

/** One worker, which does one thing at a time. */
export interface JobQueue {
  /** What came of a job; undefined once its signal says that nobody waits for it any more. Rejects when no worker can be started. */
  run(job: LintJob, signal: AbortSignal): Promise<LintResult | undefined>;
  /** Schemas are read anew from now on. */
  reset(): void;
  close(): Promise<void>;
}

/** Milliseconds that a job may still go on when nobody waits for it: a new worker costs more than most jobs have left. */
const abandonAfter = 300;

interface QueueState {
  readonly open: () => LintPool;
  workers: LintPool;
  isClosed: boolean;
}

/** Resolves when a job goes on for a while after its signal is aborted: then its worker is ended, and the next job has a new one. */
function abandonment(state: QueueState, signal: AbortSignal): { readonly abandoned: Promise<void>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  let abandon = (): void => {};
  const abandoned = new Promise<void>((resolve) => {
    abandon = () => {
      timer = setTimeout(() => {
        void state.workers.close();
        if (!state.isClosed) state.workers = state.open();
        resolve();
      }, abandonAfter);
    };
    signal.addEventListener('abort', abandon, { once: true });
  });
  return {
    abandoned,
    cancel() {
      clearTimeout(timer);
      signal.removeEventListener('abort', abandon);
    },
  };
}

async function runJob(state: QueueState, job: LintJob, signal: AbortSignal): Promise<LintResult | undefined> {
  if (signal.aborted || state.isClosed) return undefined;
  const { abandoned, cancel } = abandonment(state, signal);
  try {
    const result = await Promise.race([state.workers.lint(job), abandoned]);
    return signal.aborted ? undefined : (result ?? undefined);
  } finally {
    cancel();
  }
}

/** Runs jobs one after the other, in the order in which they were submitted. */
export function jobQueue(script: URL, limits: Omit<PoolLimits, 'jobs'>): JobQueue {
  const open = (): LintPool => lintPool(script, { ...limits, jobs: 1 });
  const state: QueueState = { open, workers: open(), isClosed: false };
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(job, signal) {
      const current = last.then(() => runJob(state, job, signal));
      last = current.catch(() => undefined);
      return current;
    },
    reset: () => {
      state.workers.reset();
    },
    close: () => {
      state.isClosed = true;
      return state.workers.close();
    },
  };
}
