/**
 * Everything this folder measures, in tables: `npm run bench`. Some minutes. `npm run bench -- schema` measures only the parts
 * whose names begin so. `--write` puts each table of which all was measured on its page in docs/bench, and the figures of docs/bench.md
 * into bench/releases; `--calm` waits before each part, ten minutes at most, until nobody else uses the machine. `compare COMMIT` is
 * compare.ts.
 * A figure that cannot be measured (no engine, not Linux) is a line with its reason, never left out.
 */
import { cpus, release } from 'node:os';
import { join } from 'node:path';
import { compareWithCommit } from './compare.ts';
import { findEngine } from '../src/engine/find-engine.ts';
import { version } from '../declarations/src/version.ts';
import { reportProgress } from './parts/run-standalone.ts';
import { busyShare, waitUntilIdle } from './parts/machine-load.ts';
import { type Figure, type Measure, targetStatus } from './parts/figure.ts';
import { releaseFigures } from './parts/releases/release-figures.ts';
import { replaceTable, writeReleasePage } from './parts/releases/release-page.ts';
import { readRelease, updateRecord, writeRelease } from './parts/releases/release-record.ts';
import { figureTable } from './parts/table.ts';

/** By the table's name on its page in docs/bench. */
const benchTables = {
  provider: [
    'start',
    'executable-start',
    'one-plan',
    'slipway-plan',
    'engine-runs',
    'thousand',
    'workspace-variables',
    'state-stores',
    'states',
    'service',
    'test-service',
    'store',
    'synth',
    'size',
  ],
  scale: ['scale'],
  ci: ['ci-refresh', 'ci-pipelines', 'insights', 'rego'],
  'schema-tools': ['schema-tools'],
  'mesh-config': ['mesh-push', 'mesh-admission', 'mesh-analysis'],
};
const chosenNames = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isChosen = (name: string): boolean => chosenNames.length === 0 || chosenNames.some((word) => name.startsWith(word));

const describeEngine = (): string => {
  try {
    const { name, version } = findEngine();
    return `${name} ${version}`;
  } catch {
    return 'no engine';
  }
};

const runBench = async (name: string): Promise<readonly Figure[]> => {
  try {
    const { measure } = (await import(`./${name}.ts`)) as { measure: Measure };
    return await measure(reportProgress);
  } catch (error) {
    reportProgress((error as Error).stack ?? String(error));
    return [{ title: name, unit: 'ms', samples: [], explanation: (error as Error).message.split('\n')[0]! }];
  }
};

const measuredAt = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const machine =
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${process.platform} ${release().split('-')[0]}, ` +
  `Node ${process.versions.node}, ${describeEngine()}`;

const percent = (share: number): string => (share * 100).toFixed(0);

/** Measures the parts, each of which is put into `measured`; their table. */
const measureTable = async (names: readonly string[], measured: Map<string, readonly Figure[]>): Promise<string> => {
  const [figures, began]: [Figure[], number] = [[], performance.now()];
  const shares: number[] = [];
  for (const name of names) {
    reportProgress(`\n${name} …`);
    shares.push(process.argv.includes('--calm') ? await waitUntilIdle(600_000) : await busyShare());
    const own = await runBench(name);
    measured.set(name, own);
    figures.push(...own);
  }
  shares.push(await busyShare());
  busyShares.push(...shares);
  const count = (said: string): number => figures.filter((figure) => targetStatus(figure) === said).length;
  const load =
    `Others used ${percent(Math.min(...shares))} to ${percent(Math.max(...shares))} % of the cores between the ` +
    `parts. They make figures worse and never better: from a fifth on, read them as upper bounds.`;
  return (
    `${measuredAt}, slipway ${version}, ${machine}\n\n${figureTable(figures)}\n\n${count('met')} targets met, ${count('missed')} missed, ` +
    `${count('not measured')} not measured; ${((performance.now() - began) / 60_000).toFixed(1)} minutes. ${load}\n`
  );
};

const pages: Readonly<Record<keyof typeof benchTables, string>> = {
  provider: 'provider-and-service.md',
  scale: 'growth.md',
  ci: 'ci-service.md',
  'schema-tools': 'schema-tools.md',
  'mesh-config': 'mesh-config.md',
};

const writeTable = (name: keyof typeof benchTables, text: string): void => {
  const place = { before: `<!-- ${name}: written by \`npm run bench -- --write\` -->\n`, after: `<!-- ${name}: end -->` };
  replaceTable(join(import.meta.dirname, '../docs/bench', pages[name]), place, `\n${text}\n`);
};

/** The share of the cores that others used between the parts. */
const busyShares: number[] = [];

const describePlace = (): string => `${machine}, of whose cores others used up to ${percent(Math.max(...busyShares))} %`;

/** Keeps the figures of docs/bench.md that were measured, and writes the page. */
const keepFigures = (measured: ReadonlyMap<string, readonly Figure[]>): void => {
  const record = updateRecord(readRelease(version), releaseFigures, measured, { date: measuredAt, machine: describePlace() });
  writeRelease(record);
  writeReleasePage(record, releaseFigures);
};

const measureAll = async (): Promise<void> => {
  const measured = new Map<string, readonly Figure[]>();
  for (const [name, parts] of Object.entries(benchTables) as [keyof typeof benchTables, readonly string[]][]) {
    const chosen = parts.filter(isChosen);
    if (chosen.length === 0) continue;
    const text = await measureTable(chosen, measured);
    console.log(`\n${text}`);
    if (process.argv.includes('--write') && chosen.length === parts.length) writeTable(name, text);
  }
  if (process.argv.includes('--write')) keepFigures(measured);
};

// Services that a failure left running would keep the process.
if (process.argv[2] === 'compare') process.exit(await compareWithCommit(process.argv.slice(3)));
else await measureAll();
