import { availableParallelism } from 'node:os';
import { workerScript } from '@slipway/schema-tools/threads';
import type { WorkerTaskName, WorkerTasks } from './worker-tasks.ts';
import { type ThreadPool, createThreadPool } from './thread-pool.ts';

/** Milliseconds for one job. */
const taskTimeout = 20_000;
let sharedPool: ThreadPool | undefined;
const openPool = (): ThreadPool =>
  createThreadPool(workerScript(import.meta.url, 'worker', 'ci-worker'), {
    threads: Math.max(1, Math.min(4, availableParallelism() - 1)),
    milliseconds: taskTimeout,
    memory: 512,
    waiting: 64,
    idle: 30_000,
  });

/**
 * Does a job in a worker thread, of which all services of a process share a few. Rejects with GivenUp.
 * Never within a unit of work of a store: others wait while it takes its time.
 */
export const runInWorker = async <N extends WorkerTaskName>(name: N, given: WorkerTasks[N]['given']): Promise<WorkerTasks[N]['made']> =>
  (await (sharedPool ??= openPool()).run({ name, given })) as WorkerTasks[N]['made'];
