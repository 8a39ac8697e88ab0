/**
 * Where users outgrow one process and one file: the same load on SQLite, on PostgreSQL with one process and with two, and what
 * PostgreSQL itself takes for the same statements (pgbench); then lists of 100,000 workspaces in both stores: `tsx bench/scale.ts`.
 * Needs `npm run build`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStandalone } from './parts/run-standalone.ts';
import type { Figure, Measure } from './parts/figure.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { measureCapacity } from './parts/scale/capacity.ts';
import { measurePgbench } from './parts/scale/yardstick.ts';
import { findServerProcess } from './parts/scale/database-usage.ts';
import { measureLargeLists } from './parts/scale/large-lists.ts';
import type { Storage } from './parts/scale/storage.ts';

const masterKey = Buffer.alloc(32, 7).toString('base64');

const measurePostgres = async (progress: (words: string) => void): Promise<readonly Figure[]> => {
  const server = await startPostgres({ toDisk: true });
  if (typeof server === 'string') return [{ title: 'PostgreSQL', unit: 'ms', samples: [], explanation: server }];
  try {
    const database = async (name: string): Promise<Extract<Storage, { url: string }>> => ({
      name: 'PostgreSQL',
      url: (await server.database(name)).url,
      masterKey,
    });
    const one = await database('one');
    const rates = await measureCapacity(one, 1, progress);
    const yardstick = await measurePgbench(one, rates, progress);
    const two = await measureCapacity(await database('two'), 2, progress);
    const large = await database('large');
    return [
      ...rates,
      ...yardstick,
      ...two,
      ...(await measureLargeLists({ storage: large, count: 100_000, server: await findServerProcess(large.url) }, progress)),
    ];
  } finally {
    await server.stop();
  }
};

export const measure: Measure = async (progress) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-scale-'));
  try {
    const sqlite = (name: string): Storage => ({ name: 'SQLite', directory: join(folder, name), masterKey });
    const figures = [
      ...(await measureCapacity(sqlite('one'), 1, progress)),
      ...(await measureLargeLists({ storage: sqlite('large'), count: 100_000 }, progress)),
    ];
    return [...figures, ...(await measurePostgres(progress))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

await runStandalone(import.meta, measure);
