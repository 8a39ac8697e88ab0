import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packFolders } from '../../../build/packages/pack-packages.ts';
import { stageService } from '../../../build/packages/stage-packages.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Without what npm and the runner of this suite say to programs that they start. */
export const strangersEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(SLIPWAY_|NODE_|npm_|JEST_|VITEST)/.test(name)));

/** A folder outside of this checkout in which npm has installed the archive of `@slipway/service`, and SQLite for an older Node.js. */
export async function installService(): Promise<string> {
  const output = temporaryFolder();
  const [archive] = packFolders(output, [await stageService(output)]);
  const dependencies = { [archive!.name]: `file:${join(output, archive!.filename)}` };
  const folder = temporaryFolder({ 'package.json': JSON.stringify({ private: true, dependencies }) });
  const words = ['install', '--offline', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, stdout, stderr } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8', env: strangersEnvironment() });
  if (status !== 0) throw new Error(stdout + stderr);
  symlinkSync(join(root, 'node_modules/libsql'), join(folder, 'node_modules/libsql'));
  return folder;
}

/** Writes a file there and runs a program on it, in a folder of its own; what it printed, and its exit code. */
export const runThere = (
  folder: string,
  [file, text]: readonly [string, string],
  [program, ...words]: readonly [string, ...string[]],
  environment: NodeJS.ProcessEnv = {},
): { readonly status: number | null; readonly printed: string } => {
  const own = join(folder, file.replace(/\W/g, '-'));
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, file), text);
  const options = { cwd: own, encoding: 'utf8', env: { ...strangersEnvironment(), ...environment } } as const;
  const { status, stdout, stderr, error } = spawnSync(program, words, options);
  if (error) throw error;
  return { status, printed: `${stdout}${stderr}` };
};
