import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { ProcessCommand } from './process-command.ts';

/**
 * Limits the size of files (the first argument: in 512-byte blocks, or empty), enters cgroups (the next argument is their number, followed
 * by their folders), and leads a process group. Descriptor 3 is a pipe whose other end only the service holds: when the service ends for
 * any reason, the guard reads the end of the pipe and kills the whole group.
 */
const guardScript = `[ -z "$1" ] || ulimit -f "$1" || exit 126
shift; left=$1; shift
while [ "$left" -gt 0 ]; do echo $$ > "$1/cgroup.procs" || exit 126; shift; left=$((left - 1)); done
(trap '' HUP INT TERM; exec >/dev/null 2>&1; read -r _ <&3; kill -KILL 0) & exec 3<&-
exec "$@" 2>&1`;

/** Opens a file for standard input; a file that does not exist or that this user may not read is read as empty. */
const openInput = (path: string): number => {
  try {
    return openSync(path, 'r');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EACCES') throw error;
    return openSync('/dev/null', 'r');
  }
};

/**
 * Starts a process behind the guard. `isClient`: it makes a container, takes standard input as its end, and its own files have no limit.
 */
export const spawnGuarded = (
  { argv, folder, environment, inputs = [] }: ProcessCommand,
  { cgroups = [], fileBytes }: ProcessCommand,
  isClient: boolean,
): ChildProcess => {
  // The files of a container are limited in it.
  const blocks = fileBytes === undefined || isClient ? '' : `${Math.ceil(fileBytes / 512)}`;
  const opened: number[] = [];
  try {
    for (const path of inputs) opened.push(openInput(path));
    return spawn('/bin/sh', ['-c', guardScript, 'slipway-job', blocks, `${cgroups.length}`, ...cgroups, ...argv], {
      cwd: folder,
      env: { ...environment },
      detached: true,
      stdio: [isClient ? 'pipe' : 'ignore', 'pipe', 'ignore', 'pipe', ...opened],
    });
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
};
