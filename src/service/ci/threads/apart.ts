import { availableParallelism } from 'node:os';
import { besideEntry } from '../../../../schema-tools/src/lint/program/beside-entry.ts';
import type { JobName, Jobs } from './jobs.ts';
import { type Pool, threadPool } from './pool.ts';

/** Milliseconds for one job. */
const milliseconds = 20_000;
let shared: Pool | undefined;
const open = (): Pool => threadPool(besideEntry(import.meta.url, 'worker', 'ci-worker'), {
  threads: Math.max(1, Math.min(4, availableParallelism() - 1)), milliseconds, memory: 512, waiting: 64, idle: 30_000,
});

/**
 * Does a job in a worker thread, of which all services of a process share a few. Rejects with GivenUp.
 * Never within a unit of work of a store: others wait while it takes its time.
 */
export const apart = async <N extends JobName>(name: N, given: Jobs[N]['given']): Promise<Jobs[N]['made']> =>
  await (shared ??= open()).run({ name, given }) as Jobs[N]['made'];
