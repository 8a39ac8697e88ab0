import { spawn, spawnSync } from 'node:child_process';
import type { Socket } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { undoAtExit } from '../undo-at-exit.ts';

/** Runs a program to its end; its output goes to stderr. It and what it started end with this process. Throws unless it ends with 0. */
const runProgram = (folder: string, program: string, ...args: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 2, 2], detached: true });
    undoAtExit(() => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${[program, ...args].join(' ')} ended with ${code}`));
    });
  });

const readGit = (project: string, ...args: readonly string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', ['-C', project, ...args], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

/**
 * Installed packages of a checkout with the same lockfile as hard links, of another one by `npm ci`. Links to packages of the repository
 * are relative, so in the copy they lead to its own sources.
 */
const installPackages = async (project: string, folder: string): Promise<void> => {
  const [own, other] = [project, folder].map((checkout) => readFileSync(join(checkout, 'package-lock.json'), 'utf8'));
  if (own !== other) return runProgram(folder, 'npm', 'ci');
  try {
    await runProgram(folder, 'cp', '-al', join(project, 'node_modules'), 'node_modules');
  } catch {
    // Temporary files are on another disk.
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    await runProgram(folder, 'cp', '-a', join(project, 'node_modules'), 'node_modules');
  }
};

/**
 * Removes the folder of a worktree when this process has ended, even by SIGKILL, which a loader sends where removing thousands of files
 * takes too long: a shell waits for the end of a pipe that this process holds open.
 */
const removeAtEnd = (project: string, folder: string): void => {
  const script = 'cat > /dev/null; rm -rf "$1"; git -C "$2" worktree prune';
  const child = spawn('sh', ['-c', script, 'sh', folder, project], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.unref();
  (child.stdin as Socket).unref();
};

/**
 * A checkout of a commit, with its packages, in a temporary folder until this process ends, however it does. Throws if the repository
 * does not know the commit.
 */
export const checkOutCommit = async (project: string, commit: string): Promise<string> => {
  const revision = readGit(project, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`);
  if (revision === undefined) throw new Error(`${commit} is no commit of this repository`);
  const parent = mkdtempSync(join(tmpdir(), 'slipway-compare-'));
  const folder = join(parent, 'checkout');
  removeAtEnd(project, parent);
  await runProgram(project, 'git', 'worktree', 'add', '--quiet', '--detach', folder, revision);
  await installPackages(project, folder);
  return folder;
};

export const buildCheckout = (folder: string): Promise<void> => runProgram(folder, process.execPath, '--import', 'tsx', 'build.ts');
