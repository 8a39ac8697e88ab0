import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { type CgroupBases, cgroupName, listBases } from './work-cgroups.ts';

/**
 * A script whose standard input is a pipe that only this process holds. When this process ends for any reason, the script reads the end of
 * the pipe, kills the processes in the groups whose names begin with $1 (the other arguments are the parent folders), and removes the
 * groups.
 */
const script = `trap '' HUP INT TERM
read -r _
begins=$1; shift
for base in "$@"; do
  for group in "$base/$begins"*; do
    left=100
    while [ -d "$group" ] && [ "$left" -gt 0 ] && ! rmdir "$group"; do
      while read -r pid; do kill -KILL "$pid"; done < "$group/cgroup.procs"
      left=$((left - 1)); sleep 0.05
    done
  done
done`;

/** Starts a guard that ends the groups of all work whose mark has this prefix when this process ends, or when `stop` is called. */
export const guardCgroups = (bases: CgroupBases, begins: string): { stop(): void } | undefined => {
  const folders = listBases(bases);
  if (folders.length === 0) return undefined;
  const guard = spawn('/bin/sh', ['-c', script, 'slipway-guard', cgroupName(begins), ...folders], {
    cwd: '/',
    detached: true,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a guard, the next start ends the remaining processes.
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  (guard.stdin as Socket).unref();
  return { stop: () => guard.stdin.end() };
};
