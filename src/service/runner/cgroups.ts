import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The file that lists the processes of a cgroup, and moves those that are written to it. */
const members = 'cgroup.procs';
/** Version 1: hierarchies in which a group of its own changes nothing for its processes. */
const harmless = ['pids', 'freezer', 'name=systemd'];

interface CgroupMount {
  readonly root: string;
  readonly folder: string;
  readonly type: string;
  readonly options: readonly string[];
}

const parseMounts = (mountinfo: string): readonly CgroupMount[] =>
  mountinfo.split('\n').flatMap((line) => {
    const [left = '', right = ''] = line.split(' - ');
    const [, , , root = '', folder = ''] = left.split(' ');
    const [type = '', , options = ''] = right.split(' ');
    return type.startsWith('cgroup') ? [{ root, folder, type, options: options.split(',') }] : [];
  });

/**
 * The folders of the cgroups that a process is in, those of version 2 first. `cgroup` and `mountinfo`: the texts of these files in
 * `/proc/self`.
 */
export const listOwnCgroups = (cgroup: string, mountinfo: string): readonly string[] => {
  const mounts = parseMounts(mountinfo);
  const paths = cgroup.split('\n').map((line) => /^\d+:([^:]*):(.*)$/.exec(line));
  const folderOf = (controller: string, { root, folder }: CgroupMount): readonly string[] => {
    const path = paths.find((match) => match?.[1]!.split(',').includes(controller))?.[2];
    if (path === undefined || path.includes('/..')) return [];
    if (root === '/') return [resolve(folder, `.${path}`)];
    return path === root || path.startsWith(`${root}/`) ? [resolve(folder, `.${path.slice(root.length)}`)] : [];
  };
  return [
    ...mounts.filter(({ type }) => type === 'cgroup2').flatMap((mount) => folderOf('', mount)),
    ...harmless.flatMap((controller) =>
      mounts
        .filter(({ type, options }) => type === 'cgroup' && options.includes(controller))
        .flatMap((mount) => folderOf(controller, mount)),
    ),
  ];
};

/** Whether a process can move to a new cgroup below this one. */
const isWritable = async (folder: string): Promise<boolean> => {
  const trial = join(folder, `slipway.trial.${process.pid}`);
  try {
    await mkdir(trial);
  } catch {
    return false;
  }
  const isMoved = await promisify(execFile)('/bin/sh', ['-c', `echo $$ > "$1/${members}"`, 'sh', trial]).then(
    () => true,
    () => false,
  );
  // A trial that cannot be removed is a group that nobody is in.
  await removeCgroup(trial).catch(() => undefined);
  return isMoved;
};

/** The cgroup of this process, if the system lets it create others below; undefined on other systems. */
export const findWritableCgroup = async (): Promise<string | undefined> => {
  const [cgroup, mountinfo] = await Promise.all(
    ['cgroup', 'mountinfo'].map((name) => readFile(`/proc/self/${name}`, 'utf8').catch(() => '')),
  );
  for (const folder of listOwnCgroups(cgroup!, mountinfo!)) if (await isWritable(folder)) return folder;
  return undefined;
};

const listFolders = async (folder: string): Promise<readonly string[]> => {
  const below = (await readdir(folder, { withFileTypes: true }).catch(() => [])).filter((entry) => entry.isDirectory());
  return [...(await Promise.all(below.map(({ name }) => listFolders(join(folder, name))))).flat(), folder];
};

/** Removes an empty cgroup; a process that was killed keeps it for a moment. Throws what keeps it for longer. */
const removeCgroup = async (folder: string): Promise<void> => {
  for (let round = 1; ; round++)
    try {
      await rmdir(folder);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return;
      if (code !== 'EBUSY' || round === 500) throw error;
      await delay(10);
    }
};

/**
 * Kills the processes of a cgroup and of those below it, and removes both. Neither forks nor a session of its own let a process leave.
 * Throws where a process may not be killed, or keeps the cgroup.
 */
export const endCgroup = async (folder: string): Promise<void> => {
  const folders = await listFolders(folder);
  for (let round = 0; round < 500; round++) {
    // Linux 5.14 and later kill them at once.
    await writeFile(join(folder, 'cgroup.kill'), '1').catch(() => undefined);
    const lists = await Promise.all(folders.map((one) => readFile(join(one, members), 'utf8').catch(() => '')));
    const pids = lists.flatMap((list) => list.split('\n').map(Number)).filter((pid) => pid > 0);
    if (pids.length === 0) break;
    for (const pid of pids)
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    await delay(5);
  }
  for (const one of folders) await removeCgroup(one);
};

/** The cgroup of a job's processes; undefined where none can be created. `mark`: the mark of the job. */
export const createJobCgroup = async (base: string | undefined, mark: string): Promise<string | undefined> => {
  if (base === undefined) return undefined;
  const folder = join(base, cgroupName(mark));
  return mkdir(folder).then(
    () => folder,
    () => undefined,
  );
};
const cgroupName = (mark: string): string => `slipway.${mark.replaceAll('/', '.')}`;

/** Ends the cgroups of jobs whose mark begins so. */
export const endMarkedCgroups = async (base: string | undefined, begins: string): Promise<void> => {
  if (base === undefined) return;
  for (const name of await readdir(base).catch(() => [])) if (name.startsWith(cgroupName(begins))) await endCgroup(join(base, name));
};
