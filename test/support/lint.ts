import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import type { ProgramResult } from './cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const lintProgram = resolve(import.meta.dirname, '../../schema-tools/bin/slipway-lint.mjs');
const cleanEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(SLIPWAY_|NODE_OPTIONS$|FORCE_COLOR$|NO_COLOR$)/.test(name))),
  // What one run knows of files is no matter of another, nor of this user's own runs.
  XDG_CACHE_HOME: temporaryFolder(),
});

/** Starts `slipway-lint` in a folder. */
export const startLint = (folder: string, args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [lintProgram, ...args], { cwd: folder, env: cleanEnvironment(), stdio: ['pipe', 'pipe', 'pipe'] });

/** Runs `slipway-lint` to its end, in a folder or on files in a new one. */
export function runLint(
  files: string | Readonly<Record<string, string>>,
  args: readonly string[],
  input: string | Uint8Array = '',
): Promise<ProgramResult> {
  const running = startLint(typeof files === 'string' ? files : temporaryFolder(files), args);
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    running[name]!.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  running.stdin!.end(input);
  return new Promise((done, fail) => {
    running.on('error', fail);
    running.on('close', (code) => done({ code, ...said }));
  });
}

/** A shell's words, with `slipway-lint` in them. */
export const runLintInShell = (folder: string, words: string): ProgramResult => {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', words.replaceAll('slipway-lint', `'${process.execPath}' '${lintProgram}'`)], {
    cwd: folder,
    env: cleanEnvironment(),
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
};

/** `old` is deprecated for `new`, which is a string. */
export const deprecatedFieldSchema = JSON.stringify({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { old: { deprecated: true, 'x-deprecation-message': 'Write `new`.', 'x-replaced-by': 'new' }, new: { type: 'string' } },
});
