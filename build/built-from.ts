import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildInputFiles } from './inputs.ts';

const stampFile = (project: string): string => join(project, 'dist', 'built-from');

/** The programs print their revision, and whether the checkout was modified: so a commit makes a build stale as well. */
function revision(project: string): string {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', project, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return git('rev-parse', 'HEAD') + (git('status', '--porcelain', '--untracked-files=no') === '' ? 'clean' : 'modified');
  } catch {
    return 'no git';
  }
}

/** The state of a checkout that a build depends on: its revision, and the names, sizes and times of the files that it reads. */
function stampOf(project: string): string {
  const hash = createHash('sha256').update(revision(project));
  for (const path of buildInputFiles(project)) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** One file of each output of `build.ts`: somebody may have removed one of them alone. */
const outputs = [
  'dist/slipway.cjs',
  'dist/mesh-config.cjs',
  'dist/provider/provider.cjs',
  'dist/provider.zip',
  'dist/mirror',
  'schema-tools/dist/slipway-lint.cjs',
  'constructs/dist/cdktf/index.js',
  'constructs/dist/cdktn/index.js',
];

/** Whether the outputs are there, and of this state of the checkout. */
export const isBuilt = (project: string): boolean =>
  outputs.every((output) => existsSync(join(project, output))) &&
  existsSync(stampFile(project)) &&
  readFileSync(stampFile(project), 'utf8') === stampOf(project);

/** Builds, and records what the build was made from; what changes in between makes it stale, and a build that fails leaves none. */
export async function recordBuild(project: string, build: () => Promise<void>): Promise<void> {
  const stamp = stampOf(project);
  rmSync(stampFile(project), { force: true });
  await build();
  mkdirSync(dirname(stampFile(project)), { recursive: true });
  writeFileSync(stampFile(project), stamp);
}
