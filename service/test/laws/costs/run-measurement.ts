import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { sourceModules } from '@slipway/test-support/runner/source-modules';
import type { CostTable } from './compare-costs.ts';

const project = join(import.meta.dirname, '../../../..');

/**
 * What makes two runs allocate the same: no optimizing compiler, which removes allocations when it comes to it; one thread; the same seeds
 * of hash tables; and room (MB) for what all requests of an operation allocate, so that memory is not collected meanwhile.
 */
const flags = [
  '--expose-gc',
  '--no-opt',
  '--no-maglev',
  '--no-sparkplug',
  '--no-lazy-feedback-allocation',
  '--no-flush-bytecode',
  '--single-threaded',
  '--hash-seed=1',
  '--random-seed=1',
  '--min-semi-space-size=128',
  '--max-semi-space-size=128',
  '--initial-heap-size=1024',
  '--no-memory-reducer',
];

/** Costs of all operations, measured in a process of its own. Some five seconds of processor time. */
export const measureCosts = async (): Promise<CostTable> => {
  // Where it finds native packages, as the bundles of tests do.
  const outfile = join(project, `dist/tests/measure-costs-${process.pid}.mjs`);
  try {
    await build({
      absWorkingDir: project,
      entryPoints: [join(import.meta.dirname, 'measure-costs.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'warning',
      plugins: [sourceModules(project, false)],
    });
    // The variables of this process would change what Node does.
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, outfile], { env: {}, maxBuffer: 1e6 });
    return JSON.parse(stdout) as CostTable;
  } finally {
    rmSync(outfile, { force: true });
  }
};
