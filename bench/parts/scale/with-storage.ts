import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../../test/support/postgres.ts';
import { findServerProcess } from './database-usage.ts';
import type { LargeStorage } from './large-lists.ts';

const masterKey = Buffer.alloc(32, 7).toString('base64');

/** Runs the work over an empty folder, or an empty database of a PostgreSQL of its own, which are gone afterwards. */
export const withStorage = async (
  engine: string,
  work: (storage: Pick<LargeStorage, 'storage' | 'server'>) => Promise<void>,
): Promise<void> => {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-lists-'));
    try {
      await work({ storage: { name: 'SQLite', directory: join(folder, 'data'), masterKey } });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return;
  }
  const server = await startPostgres({ toDisk: true });
  if (typeof server === 'string') throw new Error(server);
  try {
    const { url } = await server.database('lists');
    await work({ storage: { name: 'PostgreSQL', url, masterKey }, server: await findServerProcess(url) });
  } finally {
    await server.stop();
  }
};
