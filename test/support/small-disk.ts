/** A file system of a few megabytes, which goes with this process. */
import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly path: string;
  resize(megabytes: number): void;
}

/** The reason, where this machine mounts none. */
export const mountSmallDisk = (megabytes: number, owner?: { readonly uid: number; readonly gid: number }): SmallDisk | string => {
  const path = mkdtempSync(join(tmpdir(), 'slipway-disk-'));
  const mount = (...options: readonly string[]): void => void execFileSync('mount', [...options, path], { stdio: 'ignore' });
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none');
  } catch {
    rmSync(path, { recursive: true });
    return 'no small disk: mounting one needs root';
  }
  process.on('exit', () => {
    execFileSync('umount', ['-l', path]);
    rmSync(path, { recursive: true, force: true });
  });
  if (owner) chownSync(path, owner.uid, owner.gid);
  return { path, resize: (size) => mount('-o', `remount,size=${size}m`) };
};
