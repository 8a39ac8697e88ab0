import type { LintResult, LintJob } from '../lint/run/lint-job.ts';
import { type LintPool, type PoolLimits, lintPool } from '../lint/run/lint-pool.ts';

/** A few workers, each of which runs one job at a time. */
export interface JobQueue {
  /**
   * The result of a job; undefined if its signal was aborted. Jobs of one file run in order, those of different files in parallel. Rejects
   * if no worker can be started.
   */
  run(job: LintJob, signal: AbortSignal): Promise<LintResult | undefined>;
  /** Schemas are read anew from now on. */
  reset(): void;
  close(): Promise<void>;
}

/** Milliseconds that an aborted job may continue: a new worker costs more than most jobs need to finish. */
const abandonAfter = 300;
/** How many documents can be slow at the same time before others have to wait. */
const maxLanes = 4;

/** One worker, and the file that it works on. */
interface Lane {
  workers: LintPool;
  file: string | undefined;
}

interface WaitingJob {
  readonly file: string;
  readonly start: (lane: Lane) => void;
}

interface QueueState {
  readonly open: () => LintPool;
  readonly lanes: Lane[];
  readonly waiting: WaitingJob[];
  isClosed: boolean;
}

/** Resolves when a job continues for too long after its signal was aborted: its worker is then terminated and replaced. */
function abandonment(state: QueueState, lane: Lane, signal: AbortSignal): { readonly abandoned: Promise<void>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  let abandon = (): void => {};
  const abandoned = new Promise<void>((resolve) => {
    abandon = () => {
      timer = setTimeout(() => {
        void lane.workers.close();
        if (!state.isClosed) lane.workers = state.open();
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

async function runJob(state: QueueState, lane: Lane, job: LintJob, signal: AbortSignal): Promise<LintResult | undefined> {
  if (signal.aborted || state.isClosed) return undefined;
  const { abandoned, cancel } = abandonment(state, lane, signal);
  try {
    const result = await Promise.race([lane.workers.lint(job), abandoned]);
    return signal.aborted ? undefined : (result ?? undefined);
  } finally {
    cancel();
  }
}

/** An idle lane; a new one as long as there may be more. */
function idleLane(state: QueueState): Lane | undefined {
  const idle = state.lanes.find(({ file }) => file === undefined);
  if (idle || state.lanes.length >= maxLanes) return idle;
  const lane: Lane = { workers: state.open(), file: undefined };
  state.lanes.push(lane);
  return lane;
}

/** Starts waiting jobs, in their order, whose file no lane works on. */
function dispatch(state: QueueState): void {
  for (let index = 0; index < state.waiting.length; index += 1) {
    const { file, start } = state.waiting[index]!;
    if (state.lanes.some((lane) => lane.file === file)) continue;
    const lane = idleLane(state);
    if (!lane) return;
    lane.file = file;
    state.waiting.splice(index, 1);
    index -= 1;
    start(lane);
  }
}

export function jobQueue(script: URL, limits: Omit<PoolLimits, 'jobs'>): JobQueue {
  const open = (): LintPool => lintPool(script, { ...limits, jobs: 1 });
  const state: QueueState = { open, lanes: [], waiting: [], isClosed: false };
  return {
    run: (job, signal) =>
      new Promise((resolve, reject) => {
        const start = (lane: Lane): void => {
          runJob(state, lane, job, signal)
            .then(resolve, reject)
            .finally(() => {
              lane.file = undefined;
              dispatch(state);
            });
        };
        state.waiting.push({ file: job.file, start });
        dispatch(state);
      }),
    reset: () => {
      for (const { workers } of state.lanes) workers.reset();
    },
    close: async () => {
      state.isClosed = true;
      await Promise.all(state.lanes.map(({ workers }) => workers.close()));
    },
  };
}
