/**
 * Lists and searches of many workspaces, and starts over them: `tsx bench/large-lists.ts sqlite 1000000` or `postgres 100000`;
 * `sqlite 100000 'latest change'`: lists whose title matches; `sqlite 100000 '' runs`: lists of so many runs over 1,000 workspaces. Needs
 * `npm run build`. Rows are inserted in the store itself, 2,000 records a transaction.
 */
import { loadavg } from 'node:os';
import { type LargeStorage, measureLargeLists } from './parts/scale/large-lists.ts';
import { measureLargeRuns } from './parts/scale/large-runs.ts';
import { withStorage } from './parts/scale/with-storage.ts';

const [engine = 'sqlite', given = '100000', words, kind] = process.argv.slice(2);
const count = Number(given);

const began = performance.now();
const progress = (words: string): void =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0)} s, load ${loadavg()[0]!.toFixed(0)}: ${words}`);

const measure = async (large: LargeStorage): Promise<void> => {
  for (const { title, samples } of await (kind === 'runs' ? measureLargeRuns : measureLargeLists)(large, progress))
    if (title.includes('exec to ready')) console.log(`${title}: ${samples.map((sample) => sample.toFixed(0)).join(', ')} ms`);
};

await withStorage(engine, (storage) => measure({ ...storage, count, words }));
