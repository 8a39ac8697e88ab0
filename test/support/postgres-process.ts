/** A process of PostgreSQL over a directory, which goes with this process however that ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { queryDatabase } from './query-database.ts';

/** What makes a server fast that may lose all when its machine stops, and the last commits when it is stopped at once. */
const hasty = ['-c', 'jit=off', '-c', 'autovacuum=off', '-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];

export interface PostgresProcess {
  readonly url: string;
  /** Ends it without writing what it holds, and starts it again. */
  crash(): Promise<void>;
  /** Starts it again after it has ended by itself. */
  start(): Promise<void>;
  /** Whether a server runs. */
  isRunning(): boolean;
  stop(): Promise<void>;
}
export interface PostgresLaunch {
  /** The folder of the programs. */
  readonly bin: string;
  /** Has the cluster in its folder `data`. */
  readonly directory: string;
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  /** It waits for the disk. */
  readonly toDisk: boolean;
  /** `wal_level=replica` */
  readonly settings?: readonly string[];
}

/** The shell waits for the end of its input, which comes when this process is gone for whatever reason; then it cleans up. */
const script =
  'program="$1"; folder="$2"; port="$3"; shift 3; ' +
  '"$program" -D "$folder/data" -p "$port" -k "$folder" -h 127.0.0.1 "$@" </dev/null >>"$folder/log" 2>&1 & server=$!; ' +
  'cat >/dev/null; kill -INT $server; wait $server; rm -rf "$folder"';

interface Keeper {
  readonly process: ChildProcess;
  readonly ended: Promise<void>;
}

const startKeeper = ({ bin, directory, owner, toDisk, settings = [] }: PostgresLaunch, port: number): Keeper => {
  const options = [...(toDisk ? [] : hasty), ...settings.flatMap((setting) => ['-c', setting])];
  const given = ['-c', script, 'sh', join(bin, 'postgres'), directory, String(port), ...options];
  const keeper = spawn('/bin/sh', given, { ...owner, cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = new Promise<void>((resolve) => keeper.once('exit', () => resolve()));
  keeper.unref();
  (keeper.stdin as unknown as { unref(): void }).unref();
  return { process: keeper, ended };
};

const waitUntilItAnswers = async (url: string, directory: string, { process: keeper }: Keeper): Promise<void> => {
  for (let tries = 0; ; tries++) {
    try {
      await queryDatabase(url, 'select 1');
      return;
    } catch (error) {
      if (tries < 200) {
        await sleep(50);
        continue;
      }
      const log = existsSync(join(directory, 'log')) ? readFileSync(join(directory, 'log'), 'utf8') : '';
      keeper.stdin!.end();
      throw new Error(`PostgreSQL did not start: ${(error as Error).message}\n${log}`);
    }
  }
};

/** Waits until it answers. */
export const launchPostgres = async (launch: PostgresLaunch): Promise<PostgresProcess> => {
  const { directory } = launch;
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const keepers = [startKeeper(launch, port)];
  await waitUntilItAnswers(url, directory, keepers[0]!);
  const pidFile = join(directory, 'data/postmaster.pid');
  const start = async (): Promise<void> => {
    keepers.unshift(startKeeper(launch, port));
    await waitUntilItAnswers(url, directory, keepers[0]!);
  };
  return {
    url,
    start,
    isRunning: () => existsSync(pidFile),
    crash: async () => {
      // As `pg_ctl stop -m immediate` does.
      process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT');
      while (existsSync(pidFile)) await sleep(10);
      await start();
    },
    stop: async () => {
      // The last server first: each keeper removes the directory.
      for (const { process: keeper, ended } of keepers) {
        keeper.ref();
        keeper.stdin!.end();
        await ended;
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
