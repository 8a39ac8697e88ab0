/**
 * The service as a library, as it is published: `startService()` and `stop()` in a process that has loaded the package, the first time,
 * which also loads the code of the service, and later ones: `tsx bench/test-service.ts`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stageService } from '../build/packages/stage-packages.ts';
import { cleanEnvironment } from './parts/environment.ts';
import { type Measure, median } from './parts/figure.ts';
import { runStandalone } from './parts/run-standalone.ts';

const processes = 21;
const later = 5;
const target = { atMost: 150 };

/** Milliseconds of wall and of processor time: of the first start and stop, and of each of those after it. */
const program = `
const { startService } = require('@slipway/service');
const processorTime = () => (({ user, system }) => (user + system) / 1000)(process.cpuUsage());
(async () => {
  const times = [];
  for (let i = 0; i <= ${later}; i++) {
    const [wall, processor] = [performance.now(), processorTime()];
    await (await startService()).stop();
    times.push([performance.now() - wall, processorTime() - processor]);
  }
  console.log(JSON.stringify(times));
})();
`;

/** Milliseconds of processor time of a process that does nothing: says how fast the machine is at this moment. */
const bareNode = (): number => {
  const program = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)';
  return Number(spawnSync(process.execPath, ['-e', program], { encoding: 'utf8', env: cleanEnvironment }).stdout);
};

const timesOfProcess = (folder: string): readonly (readonly [number, number])[] => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['times.cjs'], { cwd: folder, encoding: 'utf8', env: cleanEnvironment });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as readonly (readonly [number, number])[];
};

export const measure: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-library-'));
  try {
    const modules = join(folder, 'node_modules');
    mkdirSync(join(modules, '@slipway'), { recursive: true });
    await stageService(join(modules, '@slipway'));
    symlinkSync(join(import.meta.dirname, '../node_modules/libsql'), join(modules, 'libsql'));
    writeFileSync(join(folder, 'times.cjs'), program);
    const [bares, rounds]: [number[], (readonly (readonly [number, number])[])[]] = [[], []];
    for (let i = 0; i < processes; i++) {
      bares.push(bareNode());
      rounds.push(timesOfProcess(folder));
    }
    const first = rounds.map(([one]) => one!);
    const others = rounds.flatMap((times) => times.slice(1));
    const title = '`startService()` and `stop()`';
    const explanation = `bare Node took ${median(bares).toFixed(0)} ms of processor time beside it`;
    return [
      { title: 'bare `node -e 0`, processor time, for comparison', unit: 'ms', samples: bares },
      { title: `${title}, the first of a process`, unit: 'ms', samples: first.map(([wall]) => wall), target, explanation },
      { title: `${title}, the first of a process: processor time`, unit: 'ms', samples: first.map(([, processor]) => processor) },
      { title: `${title}, after the first`, unit: 'ms', samples: others.map(([wall]) => wall), target, explanation },
      { title: `${title}, after the first: processor time`, unit: 'ms', samples: others.map(([, processor]) => processor) },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

await runStandalone(import.meta, measure);
