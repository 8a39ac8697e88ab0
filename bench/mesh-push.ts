/**
 * mesh-config with 10,000 resources in 20 collections and 200 connected sinks in other processes, with ten slow sinks beside:
 * from a file's change to the last sink's receipt, memory, start and stop: `tsx bench/mesh-push.ts`. Needs `npm run build`. On
 * Linux, for the memory.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStandalone } from './parts/run-standalone.ts';
import { cleanEnvironment } from './parts/environment.ts';
import { type Figure, type Measure } from './parts/figure.ts';
import { benchKinds, resourcesPerKind, writeKind } from './parts/mesh-files.ts';
import { meshProcess } from './parts/mesh-process.ts';
import type { SinkReceipt } from './parts/mesh-sinks-process.ts';
import { cpuSeconds, memoryUsage } from './parts/process-usage.ts';

const sinkProcesses = 2,
  sinksEach = 100,
  slowEach = 5;
const rounds = 9,
  starts = 5;
const collections = benchKinds.map(({ collection }) => collection);

interface SinkProcesses {
  /** Resolves when every sink has this version, with the moment of the last. */ all(version: string): Promise<number>;
  end(): void;
}
const startSinks = (address: string): SinkProcesses => {
  const children: ChildProcess[] = [];
  const times = new Map<string, number[]>();
  const waiting = new Map<string, (at: number) => void>();
  for (let at = 0; at < sinkProcesses; at++) {
    const child = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        join(import.meta.dirname, 'parts/mesh-sinks-process.ts'),
        JSON.stringify({ address, sinks: sinksEach, slow: slowEach, collections }),
      ],
      { env: cleanEnvironment, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    );
    child.on('message', ({ version, at: moment }: SinkReceipt) => {
      const there = times.get(version) ?? [];
      times.set(version, there);
      there.push(moment);
      if (there.length === sinkProcesses) waiting.get(version)?.(Math.max(...there));
    });
    children.push(child);
  }
  return {
    all: (version) =>
      new Promise((done) => {
        const there = times.get(version) ?? [];
        if (there.length === sinkProcesses) done(Math.max(...there));
        else waiting.set(version, done);
      }),
    end: () => {
      for (const child of children) child.disconnect();
    },
  };
};

const now = (): number => performance.timeOrigin + performance.now();

export const measure: Measure = async (progress) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-mesh-'));
  try {
    collections.forEach((_, at) => {
      writeKind(folder, at);
    });
    const begins: number[] = [];
    for (let round = 0; round < starts; round++) {
      const one = await meshProcess(folder);
      begins.push(one.readyAfter);
      await one.end();
    }
    const mesh = await meshProcess(folder);
    const sinks = startSinks(mesh.address);
    // The generation counts changes: every resource of the first reading is told at once, as one.
    const first = await Promise.all(collections.map((collection) => sinks.all(`${collection}/1`)));
    progress(`all sinks have all: ${Math.max(...first).toFixed(0)}; ${memoryUsage(mesh.pid).now.toFixed(0)} MB`);
    const pushes: number[] = [];
    const before = cpuSeconds(mesh.pid);
    for (let round = 0; round < rounds; round++) {
      const at = round % collections.length;
      const from = now();
      writeKind(folder, at, round + 1);
      pushes.push((await sinks.all(`${collections[at]}/2`)) - from);
      progress(`push ${round + 1}: ${pushes.at(-1)!.toFixed(0)} ms`);
    }
    const cpu = ((cpuSeconds(mesh.pid) - before) / rounds) * 1000;
    const everything = now();
    collections.forEach((_, at) => {
      writeKind(folder, at, 100);
    });
    const last = await Promise.all(collections.map((collection, at) => sinks.all(`${collection}/${at < rounds ? 3 : 2}`)));
    const everythingAfter = Math.max(...last) - everything;
    progress(`all 20 files: ${everythingAfter.toFixed(0)} ms`);
    const held = memoryUsage(mesh.pid);
    progress(`memory: now ${held.now.toFixed(0)} MB, at most ${held.most.toFixed(0)} MB`);
    const { code, milliseconds } = await mesh.end();
    if (code !== 0) throw new Error(`mesh-config server ended with ${code}`);
    sinks.end();
    const what =
      `${benchKinds.length * resourcesPerKind} resources in ${collections.length} collections, ` +
      `${sinkProcesses * sinksEach} sinks and ${sinkProcesses * slowEach} slow ones`;
    const figures: readonly Figure[] = [
      {
        title: `mesh-config, ${what}: a file's change to the last sink's receipt`,
        unit: 'ms',
        samples: pushes,
        target: { atMost: 1300 },
        explanation:
          `500 ms of it are waited on purpose, and the server used ${cpu.toFixed(0)} ms of CPU for each; the ` +
          `sinks, the bench and the rest of the machine share its cores`,
      },
      { title: 'mesh-config: CPU of the server for such a push', unit: 'ms', samples: [cpu] },
      { title: 'mesh-config: all 20 files change at once, to the last receipt of 20 × 200', unit: 'ms', samples: [everythingAfter] },
      { title: 'mesh-config: memory after it', unit: 'MB', samples: [held.now], target: { atMost: 400 } },
      { title: 'mesh-config: memory, the most there was', unit: 'MB', samples: [held.most], target: { atMost: 400 } },
      { title: 'mesh-config: exec to serving, 10,000 resources in files', unit: 'ms', samples: begins },
      { title: 'mesh-config: SIGTERM to exit with 200 sinks', unit: 'ms', samples: [milliseconds], target: { atMost: 5000 } },
    ];
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

await runStandalone(import.meta, measure);
