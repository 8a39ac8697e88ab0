import { workerScript } from '@slipway/schema-tools/threads';
import type { runInWorker } from '../../../src/ci/threads/index.ts';
import { createThreadPool } from '@slipway/schema-tools/threads';

const limits = { threads: 1, milliseconds: 100_000, memory: 512, waiting: 4, idle: 1000, smallCharacters: 1 };

/** Runs a task in the worker of CI, with as much time as a machine with other work may need. */
export const runPatiently: typeof runInWorker = async (name, input, characters) => {
  const pool = createThreadPool(workerScript(import.meta.url, 'worker', 'ci-worker'), limits);
  try {
    return (await pool.run({ name, input }, characters)) as Awaited<ReturnType<typeof runInWorker<typeof name>>>;
  } finally {
    await pool.close();
  }
};
