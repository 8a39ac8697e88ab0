import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import manifest from '../../schema-tools/package.json' with { type: 'json' };
import { cleanEnvironment } from './environment.ts';

const root = join(import.meta.dirname, '../..');

/** Our own packages are TypeScript in this repository: bundled, not imported. */
const ownPackages = Object.fromEntries(
  Object.entries(manifest.exports)
    .map(([path, source]): [string, string] => [manifest.name + path.slice(1), join(root, 'schema-tools', source)])
    // The first that matches is used: longer names come first.
    .sort(([a], [b]) => b.length - a.length),
);

/**
 * A module as JavaScript that Node runs by itself, as what is shipped: a loader's own code in hot functions would be
 * measured along. The folder is removed when this process ends.
 */
export const bundleForNode = (entry: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const outfile = join(folder, 'entry.mjs');
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    alias: ownPackages,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
    absWorkingDir: root,
  });
  return outfile;
};

/** Why a process ended without a result. */
const describeExit = (code: number | null, stderr: string, seconds: number): string => {
  if (/heap out of memory/.test(stderr)) return 'its memory did not suffice';
  if (/Maximum call stack/.test(stderr)) return 'its stack did not suffice';
  return code === null ? `no answer after ${seconds} s` : `it ended with ${code}: ${stderr.trim().split('\n').at(-1)?.slice(0, 120)}`;
};

/** Runs a file with JSON on its stdin and reads JSON from its stdout. `SLIPWAY_BENCH_PROFILE=<folder>` writes CPU profiles there. */
export const runModule = async (file: string, input: unknown, seconds = 1200): Promise<unknown> => {
  const folder = process.env['SLIPWAY_BENCH_PROFILE'];
  const flags = [...(folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`]), '--expose-gc', '--stack-size=30000'];
  return await new Promise((resolve, reject) => {
    // The main thread's stack is as large as the system lets it be: what a worker of ours has, for everybody.
    const child = spawn('sh', ['-c', 'ulimit -s 65536 2>/dev/null; exec "$0" "$@"', process.execPath, ...flags, file], {
      env: cleanEnvironment,
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: seconds * 1000,
      killSignal: 'SIGKILL',
    });
    let [text, stderr] = ['', ''];
    child.stdout.on('data', (piece: Buffer) => {
      text += piece;
    });
    child.stderr.on('data', (piece: Buffer) => {
      stderr += piece;
      if (!/^\s|\[0x|FATAL|^</.test(String(piece))) process.stderr.write(piece);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(text));
      else reject(new Error(describeExit(code, stderr, seconds)));
    });
    child.stdin.on('error', () => {
      /* It ended before it read everything: reported when it closes. */
    });
    child.stdin.end(JSON.stringify(input));
  });
};
