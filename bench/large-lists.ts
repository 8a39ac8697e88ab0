/**
 * Lists and searches of many workspaces, and starts over them: `tsx bench/large-lists.ts sqlite 1000000` or `postgres 100000`;
 * `sqlite 100000 'latest change'`: lists whose title matches; `sqlite 100000 '' runs`: lists of so many runs over 1,000 workspaces. Needs
 * `npm run build`. Rows are inserted in the store itself, 2,000 records a transaction.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../test/support/postgres.ts';
import { findServerProcess } from './parts/scale/database-usage.ts';
import { type LargeStorage, measureLargeLists } from './parts/scale/large-lists.ts';
import { measureLargeRuns } from './parts/scale/large-runs.ts';

const [engine = 'sqlite', given = '100000', words, kind] = process.argv.slice(2);
const count = Number(given);
const masterKey = Buffer.alloc(32, 7).toString('base64');

const began = performance.now();
const progress = (words: string): void =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0)} s, load ${loadavg()[0]!.toFixed(0)}: ${words}`);

const measure = async (large: LargeStorage): Promise<void> => {
  for (const { title, samples } of await (kind === 'runs' ? measureLargeRuns : measureLargeLists)(large, progress))
    if (title.includes('exec to ready')) console.log(`${title}: ${samples.map((sample) => sample.toFixed(0)).join(', ')} ms`);
};

if (engine === 'sqlite') {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-large-lists-'));
  try {
    await measure({ storage: { name: 'SQLite', directory: join(folder, 'data'), masterKey }, count, words });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else {
  const server = await startPostgres({ toDisk: true });
  if (typeof server === 'string') throw new Error(server);
  try {
    const { url } = await server.database('large');
    await measure({ storage: { name: 'PostgreSQL', url, masterKey }, count, words, server: await findServerProcess(url) });
  } finally {
    await server.stop();
  }
}
