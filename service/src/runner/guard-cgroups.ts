import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { type CgroupBases, cgroupName, listBases } from './work-cgroups.ts';

/**
 * Standard input is a pipe whose other end only this process holds: however it ends, the script reads the end of the pipe, kills what is
 * in the groups that begin so ($1; the other arguments are the folders above them), and removes them.
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

/** Ends the groups of all work whose mark begins so when this process is gone, or `stop` is called. */
export const guardCgroups = (bases: CgroupBases, begins: string): { stop(): void } | undefined => {
  const folders = listBases(bases);
  if (folders.length === 0) return undefined;
  const guard = spawn('/bin/sh', ['-c', script, 'slipway-guard', cgroupName(begins), ...folders], {
    cwd: '/',
    detached: true,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a guard, the next start ends what is left.
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  (guard.stdin as Socket).unref();
  return { stop: () => guard.stdin.end() };
};
