/**
 * What the service of another checkout costs beside this one's, on SQLite, in turn on the same machine: starts, creates, reads, lists,
 * state versions and variable sets. `tsx bench/pairs.ts CHECKOUT`, with both checkouts built; `npm run bench -- compare COMMIT` makes the
 * other one. Ends with 1 where something is slower. On Linux, for the processor time.
 */
import { join, resolve } from 'node:path';
import { reportComparison } from './parts/pairs/report-comparison.ts';

const own = join(import.meta.dirname, '..');
process.exitCode = await reportComparison({ other: resolve(process.argv[2] ?? '.'), own }, 0.05);
