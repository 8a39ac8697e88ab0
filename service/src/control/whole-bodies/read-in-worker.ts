import { setImmediate as nextTurn } from 'node:timers/promises';
import { Problem } from '../../http/problem.ts';
import type { Seed } from '../../seed/parse-seed.ts';
import { SeedError } from '../../seed/seed-error.ts';
import { createThreadPool, TaskAbandoned, workerScript } from '@slipway/schema-tools/threads';
import type { ExportReading, TableColumns } from './parse-export.ts';
import type { ControlReading, ControlTask, SeedReading } from './read-control-task.ts';

/** Bytes. A body of this size is read in some milliseconds; to start a thread takes 30. YAML takes longer than JSON. */
const inPlace = { export: 128 * 1024, seed: 8 * 1024, 'seed-line': 8 * 1024 };

const pool = createThreadPool(() => workerScript(import.meta.url, 'worker', 'control-worker'), {
  threads: 1,
  milliseconds: 20_000,
  memory: 1024,
  waiting: 4,
  smallCharacters: Infinity,
  idle: 10_000,
});

const readInWorker = async (task: ControlTask): Promise<ControlReading> => {
  // Receiving 32 MB takes 20 ms, and so does sending them to a thread: these are two turns.
  await nextTurn();
  try {
    return (await pool.run(task, task.bytes.length)) as ControlReading;
  } catch (error) {
    if (!(error instanceof TaskAbandoned)) throw error;
    if (error.reason === 'crowd') throw new Problem(503, [{ detail: `bodies are being read: ${error.message}` }], { 'retry-after': '1' });
    throw new Problem(413, [{ detail: `the body cannot be read here: ${error.message}` }]);
  }
};

/** Throws Problem or SeedError. */
const readWhole = async (task: ControlTask): Promise<unknown> => {
  const { readControlTask, seedName } = await import('./read-control-task.ts');
  const reading = task.bytes.length <= inPlace[task.kind] ? readControlTask(task) : await readInWorker(task);
  if ('refused' in reading) throw new Problem(reading.refused.status, reading.refused.errors);
  if ('seedError' in reading) throw new SeedError(seedName, reading.seedError.line, reading.seedError.words);
  return reading.read;
};

/** Reads an export; a large one in a worker thread. Throws a Problem. */
export const readExport = async (bytes: Uint8Array, columns: TableColumns): Promise<ExportReading> =>
  (await readWhole({ kind: 'export', bytes, columns })) as ExportReading;

/** Reads a seed; a large one in a worker thread. Throws SeedError or a Problem. */
export const readSeedBody = async (bytes: Uint8Array): Promise<Seed> => {
  const { content, ...seed } = (await readWhole({ kind: 'seed', bytes })) as SeedReading;
  const { seedName } = await import('./read-control-task.ts');
  // Lines of members are needed for errors only, and the document that knows them stayed in its thread.
  return { ...seed, file: seedName, content: JSON.parse(content) as Seed['content'], lineOf: () => undefined };
};

/** What `work` does with a seed of `readSeedBody`; a SeedError of it has the line. */
export const withSeedLines = async <T>(bytes: Uint8Array, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SeedError) || error.line !== undefined || !error.path) throw error;
    const line = (await readWhole({ kind: 'seed-line', bytes, path: error.path })) as number | undefined;
    throw new SeedError(error.file, line, error.words, error.path);
  }
};
