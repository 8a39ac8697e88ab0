import type { LintResult, LintJob } from '../lint/run/lint-job.ts';
import { type PoolLimits, lintPool } from '../lint/run/lint-pool.ts';

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

/** Runs jobs in the order of their coming. A job that is given up and goes on is ended with its worker, and the next one has a new worker. */
export function jobQueue(script: URL, limits: Omit<PoolLimits, 'jobs'>): JobQueue {
  const open = () => lintPool(script, { ...limits, jobs: 1 });
  let workers = open();
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  async function begin(job: LintJob, signal: AbortSignal): Promise<LintResult | undefined> {
    if (signal.aborted || closed) return undefined;
    let clock: NodeJS.Timeout | undefined;
    let leave = (): void => {};
    const left = new Promise<void>((gone) => {
      leave = () => {
        clock = setTimeout(() => {
          void workers.close();
          if (!closed) workers = open();
          gone();
        }, abandonAfter);
      };
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      const done = await Promise.race([workers.lint(job), left]);
      return signal.aborted ? undefined : (done ?? undefined);
    } finally {
      clearTimeout(clock);
      signal.removeEventListener('abort', leave);
    }
  }
  return {
    run(job, signal) {
      const mine = last.then(() => begin(job, signal));
      last = mine.catch(() => undefined);
      return mine;
    },
    reset: () => {
      workers.reset();
    },
    close: () => {
      closed = true;
      return workers.close();
    },
  };
}
