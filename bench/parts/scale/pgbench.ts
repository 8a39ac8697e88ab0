import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PgbenchResult {
  readonly perSecond: number;
  /** Milliseconds, on average. */
  readonly latency: number;
}

/** The script by pgbench with prepared statements; undefined where pgbench is not on the PATH. Throws when a transaction fails. */
export const runPgbench = (url: string, script: string, clients: number, seconds: number): PgbenchResult | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-pgbench-'));
  const file = join(folder, 'script.sql');
  writeFileSync(file, script);
  const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', file, url];
  try {
    const text = execFileSync('pgbench', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    const [rate, latency] = [/^tps = ([\d.]+)/m.exec(text), /^latency average = ([\d.]+) ms/m.exec(text)];
    if (!rate || !latency) throw new Error(`pgbench printed no rate: ${text}`);
    return { perSecond: Number(rate[1]), latency: Number(latency[1]) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
