/**
 * Synthesis of 1,000 and 10,000 workspaces (L2) with cdktf, in a process of its own: `tsx bench/synth.ts`. Once as
 * `slipway synth` runs it, without the stacks that cdktf records at every token, once with them. Needs `npm run build`.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStandalone } from './parts/run-standalone.ts';
import { cleanEnvironment } from './parts/environment.ts';
import type { Figure, Measure } from './parts/figure.ts';

const app = join(import.meta.dirname, 'parts/synth-app.mjs');
const preload = join(import.meta.dirname, '../cli/bin/app-preload.cjs');

interface Synthesis {
  readonly tree: number;
  readonly synth: number;
  readonly megabytes: number;
  readonly whole: number;
}

const runSynthesis = (count: number, stacks: boolean): Promise<Synthesis> =>
  new Promise((resolve, reject) => {
    const out = mkdtempSync(join(tmpdir(), 'slipway-bench-synth-'));
    const began = performance.now();
    const child = spawn(process.execPath, [...(stacks ? [] : ['--require', preload]), app, String(count), out], {
      env: cleanEnvironment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (piece: Buffer) => {
      text += piece;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      const whole = performance.now() - began;
      const file = join(out, 'stacks/many/cdk.tf.json');
      const made = existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, 'utf8')).resource?.slipway_workspace ?? {}).length : 0;
      rmSync(out, { recursive: true });
      if (code !== 0 || made !== count) reject(new Error(`the app ended with ${code} and ${made} workspaces, not ${count}`));
      else resolve({ ...(JSON.parse(text) as Omit<Synthesis, 'whole'>), whole });
    });
  });

export const measure: Measure = async (progress) => {
  const figures: Figure[] = [];
  for (const [count, rounds] of [
    [1_000, 5],
    [10_000, 3],
  ] as const) {
    const found: { [how: string]: Synthesis[] } = { without: [], with: [] };
    for (let round = 0; round < rounds; round++) {
      for (const [how, all] of Object.entries(found)) {
        const one = await runSynthesis(count, how === 'with');
        all.push(one);
        progress(
          `${count} ${how} stacks: tree ${one.tree.toFixed(0)} ms, synth ${one.synth.toFixed(0)} ms, ` +
            `${one.megabytes.toFixed(0)} MB, ${(one.whole / 1000).toFixed(2)} s in all`,
        );
      }
    }
    for (const [how, all] of Object.entries(found)) {
      const what = `synth of ${count.toLocaleString('en-US')} workspaces, ${how} stacks`;
      figures.push({ title: `${what}: exec to end`, unit: 's', samples: all.map((one) => one.whole / 1000) });
      if (count === 10_000) figures.push({ title: `${what}: memory at its peak`, unit: 'MB', samples: all.map((one) => one.megabytes) });
    }
  }
  return figures;
};

await runStandalone(import.meta, measure);
