import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildInputFiles } from '../../../build/inputs.ts';
import { type Check, runCheck } from './check.ts';
import type { Outcome } from './file.ts';

const build: Check = { name: 'build', command: [process.execPath, '--import', 'tsx', 'build.ts'] };

/** The programs tell their revision, and whether the checkout was modified: so a commit makes a build stale as well. */
function revision(project: string): string {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', project, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return git('rev-parse', 'HEAD') + (git('status', '--porcelain', '--untracked-files=no') === '' ? 'clean' : 'modified');
  } catch {
    return 'no git';
  }
}

function stampOf(project: string): string {
  const hash = createHash('sha256').update(revision(project));
  for (const path of buildInputFiles(project)) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** One file of each output of `build.ts`: somebody may have removed one of them alone. */
const outputs = ['dist/slipway.js', 'dist/provider/provider.cjs', 'schema-tools/dist/slipway-lint.js', 'constructs/dist/cdktf/index.js'];

/** Tests run what is built: builds unless `dist` is of this state of the checkout. `undefined`: nothing had to be done. */
export async function freshBuild(project: string): Promise<Outcome | undefined> {
  const file = join(project, 'dist', 'tests', 'built-from');
  const stamp = stampOf(project);
  const isComplete = outputs.every((output) => existsSync(join(project, output)));
  if (isComplete && existsSync(file) && readFileSync(file, 'utf8') === stamp) return undefined;
  const outcome = await runCheck(build, project);
  if (outcome.failed === 0) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, stamp);
  }
  return outcome;
}
