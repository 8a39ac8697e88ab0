import { availableParallelism } from 'node:os';
import type { WorkerTaskName, WorkerTasks } from './worker-tasks.ts';
import { createThreadPool, workerScript } from '@slipway/schema-tools/threads';

/** Time limit of one task, in milliseconds. */
const taskTimeout = 20_000;
const pool = createThreadPool(() => workerScript(import.meta.url, 'worker', 'ci-worker'), {
  threads: Math.max(2, Math.min(4, availableParallelism())),
  milliseconds: taskTimeout,
  memory: 512,
  waiting: 64,
  smallCharacters: 32 * 1024,
  idle: 30_000,
});

/**
 * Runs a task in a worker thread; all services of a process share a pool. `characters`: the size of its texts. Rejects with
 * TaskAbandoned.
 * Do not call it in a transaction of a store: others would wait for it.
 */
export const runInWorker = async <N extends WorkerTaskName>(
  name: N,
  input: WorkerTasks[N]['input'],
  characters: number,
): Promise<WorkerTasks[N]['output']> => (await pool.run({ name, input }, characters)) as WorkerTasks[N]['output'];
