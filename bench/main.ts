/**
 * Everything this folder measures, in one table: `npm run bench`. A few minutes. `--write` puts the table into docs/bench.md;
 * `--calm` waits before each part, ten minutes at most, until nobody else uses the machine.
 * A measure that cannot be had (no engine, not Linux) is a line with its reason, never left out.
 */
import { cpus, release } from 'node:os';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findEngine } from '../src/engine/find.ts';
import { version } from '../src/version.ts';
import { progress } from './parts/alone.ts';
import { busyShare, calm } from './parts/calm.ts';
import { type Figure, type Measure, verdict } from './parts/figure.ts';
import { table } from './parts/table.ts';

const names = ['start', 'one-plan', 'thousand', 'service', 'store', 'synth', 'size'];

const engineWords = (): string => {
  try {
    const { name, version } = findEngine();
    return `${name} ${version}`;
  } catch { return 'no engine'; }
};

const figures: Figure[] = [];
const shares: number[] = [];
const began = performance.now();
for (const name of names) {
  progress(`\n${name} …`);
  shares.push(process.argv.includes('--calm') ? await calm(600_000) : await busyShare());
  try {
    const { measure } = await import(`./${name}.ts`) as { measure: Measure };
    figures.push(...await measure(progress));
  } catch (error) {
    figures.push({ what: name, unit: 'ms', samples: [], why: (error as Error).message.split('\n')[0]! });
    progress((error as Error).stack ?? String(error));
  }
}
shares.push(await busyShare());

const machine = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, slipway ${version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${process.platform} ${release().split('-')[0]}, Node ${process.versions.node}, ${engineWords()}`;
const percent = (share: number): string => (share * 100).toFixed(0);
const load = `Others used ${percent(Math.min(...shares))} to ${percent(Math.max(...shares))} % of the cores between the parts. They make figures worse and never better: from a fifth on, read them as upper bounds.`;
const missed = figures.filter((figure) => verdict(figure) === 'missed').length;
const unknown = figures.filter((figure) => verdict(figure) === 'not measured').length;
const met = figures.filter((figure) => verdict(figure) === 'met').length;
const text = `${machine}\n\n${table(figures)}\n\n${met} targets met, ${missed} missed, ${unknown} not measured; ${((performance.now() - began) / 60_000).toFixed(1)} minutes. ${load}\n`;
console.log(`\n${text}`);

if (process.argv.includes('--write')) {
  const file = join(import.meta.dirname, '../docs/bench.md');
  const page = readFileSync(file, 'utf8');
  const mark = '<!-- below: written by `npm run bench -- --write` -->\n';
  const at = page.indexOf(mark);
  if (at < 0) throw new Error(`docs/bench.md has no line ${mark}`);
  writeFileSync(file, `${page.slice(0, at + mark.length)}\n${text}`);
}
