import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { cleanEnvironment } from './environment.ts';

const root = join(import.meta.dirname, '../..');

/**
 * A module as JavaScript that Node runs by itself, as what is shipped: a loader's own code in hot functions would be
 * measured along. The folder is removed when this process ends.
 */
export const plainJavaScript = (entry: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const outfile = join(folder, 'entry.mjs');
  buildSync({ entryPoints: [entry], outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20.19', logLevel: 'warning', absWorkingDir: root });
  return outfile;
};

/** Runs a file with JSON on its stdin and reads JSON from its stdout. `SLIPWAY_BENCH_PROFILE=<folder>` writes CPU profiles there. */
export const answerOf = async (file: string, input: unknown): Promise<unknown> => {
  const folder = process.env['SLIPWAY_BENCH_PROFILE'];
  const flags = [...(folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`]), '--stack-size=30000'];
  return await new Promise((resolve, reject) => {
    // The stack of the main thread is as large as the system lets it be.
    const child = spawn('sh', ['-c', 'ulimit -s 65536 2>/dev/null; exec "$0" "$@"', process.execPath, ...flags, file], { env: cleanEnvironment, stdio: ['pipe', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (piece: Buffer) => { text += piece; });
    child.once('error', reject);
    child.once('close', (code) => {
      try { resolve(JSON.parse(text)); } catch { reject(new Error(`${file} ended with ${code} and said: ${text.slice(0, 400)}`)); }
    });
    child.stdin.end(JSON.stringify(input));
  });
};
