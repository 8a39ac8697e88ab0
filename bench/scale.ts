/**
 * Where users outgrow one process and one file: the same load on SQLite, on PostgreSQL with one process and with two, in turn, and what
 * PostgreSQL itself takes for the same statements (pgbench); then starts over 100,000 workspaces and lists of them in both stores, also
 * after writes: `tsx bench/scale.ts`. `BENCH_SMALL=1` tries it. Needs `npm run build`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStandalone } from './parts/run-standalone.ts';
import type { Figure, Measure } from './parts/figure.ts';
import { type PostgresServer, startPostgres } from '../test/support/postgres.ts';
import { measureCapacities } from './parts/scale/capacity.ts';
import { measurePgbench } from './parts/scale/yardstick.ts';
import { findServerProcess } from './parts/scale/database-usage.ts';
import { measureLargeLists } from './parts/scale/large-lists.ts';
import { sizes } from './parts/scale/sizes.ts';
import type { Storage } from './parts/scale/storage.ts';

const masterKey = Buffer.alloc(32, 7).toString('base64');

const measureAll = async (folder: string, server: PostgresServer, progress: (words: string) => void): Promise<readonly Figure[]> => {
  const sqlite = (name: string): Storage => ({ name: 'SQLite', directory: join(folder, name), masterKey });
  const database = async (name: string): Promise<Extract<Storage, { url: string }>> => ({
    name: 'PostgreSQL',
    url: (await server.database(name)).url,
    masterKey,
  });
  const [one, two, large] = [await database('one'), await database('two'), await database('large')];
  const rates = await measureCapacities(
    [
      { storage: sqlite('one'), processes: 1 },
      { storage: one, processes: 1 },
      { storage: two, processes: 2 },
    ],
    progress,
  );
  const ofPostgres = rates.filter(({ title }) => title.startsWith('PostgreSQL: '));
  const count = sizes.workspaces;
  return [
    ...rates,
    ...(await measurePgbench(one, ofPostgres, progress)),
    ...(await measureLargeLists({ storage: sqlite('large'), count }, progress)),
    ...(await measureLargeLists({ storage: large, count, server: await findServerProcess(large.url) }, progress)),
  ];
};

export const measure: Measure = async (progress) => {
  const server = await startPostgres({ toDisk: true });
  if (typeof server === 'string') return [{ title: 'PostgreSQL', unit: 'ms', samples: [], explanation: server }];
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-scale-'));
  try {
    return await measureAll(folder, server, progress);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  }
};

await runStandalone(import.meta, measure);
