/**
 * Where users outgrow one process and one file: the same load on SQLite, on PostgreSQL with one process and with two, in turn, and what
 * PostgreSQL itself takes for the same statements (pgbench); then starts over 100,000 workspaces and lists of them in both stores, also
 * after writes: `tsx bench/scale.ts`. `BENCH_SMALL=1` tries it. Needs `npm run build`. Without PostgreSQL it measures SQLite, and says why.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureBareNode } from './parts/bare-node.ts';
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

type Progress = (words: string) => void;

const sqliteStorage = (folder: string, name: string): Storage => ({ name: 'SQLite', directory: join(folder, name), masterKey });
const measureSqliteLists = (folder: string, progress: Progress): Promise<readonly Figure[]> =>
  measureLargeLists({ storage: sqliteStorage(folder, 'large'), count: sizes.workspaces }, progress);

const measureBoth = async (folder: string, server: PostgresServer, progress: Progress): Promise<readonly Figure[]> => {
  const database = async (name: string): Promise<Extract<Storage, { url: string }>> => ({
    name: 'PostgreSQL',
    url: (await server.database(name)).url,
    masterKey,
  });
  const [one, two, large] = [await database('one'), await database('two'), await database('large')];
  const rates = await measureCapacities(
    [
      { storage: sqliteStorage(folder, 'one'), processes: 1 },
      { storage: one, processes: 1 },
      { storage: two, processes: 2 },
    ],
    progress,
  );
  const ofPostgres = rates.filter(({ title }) => title.startsWith('PostgreSQL: '));
  return [
    await measureBareNode(),
    ...rates,
    ...(await measurePgbench(one, ofPostgres, progress)),
    ...(await measureSqliteLists(folder, progress)),
    ...(await measureLargeLists({ storage: large, count: sizes.workspaces, server: await findServerProcess(large.url) }, progress)),
  ];
};

/** What is measured without PostgreSQL, and what is not. */
const measureSqlite = async (folder: string, reason: string, progress: Progress): Promise<readonly Figure[]> => {
  progress(`PostgreSQL is not measured: ${reason}`);
  const missing = ['one process: creates and reads', 'two processes: creates and reads', 'pgbench', 'starts and lists'];
  return [
    ...(await measureCapacities([{ storage: sqliteStorage(folder, 'one'), processes: 1 }], progress)),
    ...(await measureSqliteLists(folder, progress)),
    ...missing.map((what): Figure => ({ title: `PostgreSQL, ${what}`, unit: 'ms', samples: [], explanation: reason })),
  ];
};

/** A server that does not start says why, and takes nothing else with it. */
const tryStartPostgres = async (): Promise<PostgresServer | string> => {
  try {
    return await startPostgres({ toDisk: true });
  } catch (error) {
    return `PostgreSQL does not start: ${(error as Error).message.split('\n')[0]!}`;
  }
};

export const measure: Measure = async (progress) => {
  const server = await tryStartPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-scale-'));
  try {
    return typeof server === 'string' ? await measureSqlite(folder, server, progress) : await measureBoth(folder, server, progress);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    if (typeof server !== 'string') await server.stop();
  }
};

await runStandalone(import.meta, measure);
