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
import type { Figure, Measure } from './parts/figure.ts';
import { benchKinds, resourcesPerKind, writeKind } from './parts/mesh-files.ts';
import { meshProcess, type MeshProcess } from './parts/mesh-process.ts';
import type { SinkReceipt } from './parts/mesh-sinks-process.ts';
import { cpuSeconds, memoryUsage } from './parts/process-usage.ts';

const sinkProcesses = 2,
  sinksEach = 100,
  slowEach = 5;
const rounds = 9,
  starts = 5;
const collections = benchKinds.map(({ collection }) => collection);

interface SinkProcesses {
  /** Resolves when every sink has this version, with the moment of the last receipt. */
  all(version: string): Promise<number>;
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
      const receipts = times.get(version) ?? [];
      times.set(version, receipts);
      receipts.push(moment);
      if (receipts.length === sinkProcesses) waiting.get(version)?.(Math.max(...receipts));
    });
    children.push(child);
  }
  return {
    all: (version) =>
      new Promise((done) => {
        const receipts = times.get(version) ?? [];
        if (receipts.length === sinkProcesses) done(Math.max(...receipts));
        else waiting.set(version, done);
      }),
    end: () => {
      for (const child of children) child.disconnect();
    },
  };
};

const now = (): number => performance.timeOrigin + performance.now();

/** Milliseconds from exec until the server serves, for each start. */
const timeStarts = async (folder: string): Promise<readonly number[]> => {
  const times: number[] = [];
  for (let round = 0; round < starts; round++) {
    const mesh = await meshProcess(folder);
    times.push(mesh.readyAfter);
    await mesh.end();
  }
  return times;
};

interface PushTimes {
  /** Milliseconds from a file's change to the last sink's receipt. */
  readonly pushes: readonly number[];
  /** CPU milliseconds of the server for each push. */
  readonly cpu: number;
}

/** Changes one file after the other. */
const measurePushes = async (
  folder: string,
  mesh: MeshProcess,
  sinks: SinkProcesses,
  progress: (words: string) => void,
): Promise<PushTimes> => {
  const pushes: number[] = [];
  const before = cpuSeconds(mesh.pid);
  for (let round = 0; round < rounds; round++) {
    const at = round % collections.length;
    const from = now();
    writeKind(folder, at, round + 1);
    pushes.push((await sinks.all(`${collections[at]}/2`)) - from);
    progress(`push ${round + 1}: ${pushes.at(-1)!.toFixed(0)} ms`);
  }
  return { pushes, cpu: ((cpuSeconds(mesh.pid) - before) / rounds) * 1000 };
};

/** Milliseconds from the change of all files at once to the last receipt; for after `measurePushes`, whose versions it follows. */
const measureFullPush = async (folder: string, sinks: SinkProcesses): Promise<number> => {
  const from = now();
  collections.forEach((_, at) => {
    writeKind(folder, at, 100);
  });
  const last = await Promise.all(collections.map((collection, at) => sinks.all(`${collection}/${at < rounds ? 3 : 2}`)));
  return Math.max(...last) - from;
};

interface MeshTimes extends PushTimes {
  readonly starts: readonly number[];
  readonly fullPush: number;
  /** MB. */
  readonly memory: ReturnType<typeof memoryUsage>;
  readonly stop: number;
}

const measureMesh = async (folder: string, progress: (words: string) => void): Promise<MeshTimes> => {
  const startTimes = await timeStarts(folder);
  const mesh = await meshProcess(folder);
  const sinks = startSinks(mesh.address);
  // The generation counts changes: all resources of the first reading are sent at once, as one change.
  const first = await Promise.all(collections.map((collection) => sinks.all(`${collection}/1`)));
  progress(`all sinks have all: ${Math.max(...first).toFixed(0)}; ${memoryUsage(mesh.pid).now.toFixed(0)} MB`);
  const pushTimes = await measurePushes(folder, mesh, sinks, progress);
  const fullPush = await measureFullPush(folder, sinks);
  progress(`all 20 files: ${fullPush.toFixed(0)} ms`);
  const memory = memoryUsage(mesh.pid);
  progress(`memory: now ${memory.now.toFixed(0)} MB, at most ${memory.most.toFixed(0)} MB`);
  const { code, milliseconds } = await mesh.end();
  if (code !== 0) throw new Error(`mesh-config server ended with ${code}`);
  sinks.end();
  return { ...pushTimes, starts: startTimes, fullPush, memory, stop: milliseconds };
};

const meshFigures = ({ pushes, cpu, starts: startTimes, fullPush, memory, stop }: MeshTimes): readonly Figure[] => {
  const load =
    `${benchKinds.length * resourcesPerKind} resources in ${collections.length} collections, ` +
    `${sinkProcesses * sinksEach} sinks and ${sinkProcesses * slowEach} slow ones`;
  return [
    {
      title: `mesh-config, ${load}: a file's change to the last sink's receipt`,
      unit: 'ms',
      samples: pushes,
      target: { atMost: 1300 },
      explanation:
        `500 ms of it are waited on purpose, and the server used ${cpu.toFixed(0)} ms of CPU for each; the ` +
        `sinks, the bench and the rest of the machine share its cores`,
    },
    { title: 'mesh-config: CPU of the server for such a push', unit: 'ms', samples: [cpu] },
    { title: 'mesh-config: all 20 files change at once, to the last receipt of 20 × 200', unit: 'ms', samples: [fullPush] },
    { title: 'mesh-config: memory after it', unit: 'MB', samples: [memory.now], target: { atMost: 400 } },
    { title: 'mesh-config: memory, the most there was', unit: 'MB', samples: [memory.most], target: { atMost: 400 } },
    { title: 'mesh-config: exec to serving, 10,000 resources in files', unit: 'ms', samples: startTimes },
    { title: 'mesh-config: SIGTERM to exit with 200 sinks', unit: 'ms', samples: [stop], target: { atMost: 5000 } },
  ];
};

export const measure: Measure = async (progress) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-mesh-'));
  try {
    collections.forEach((_, at) => {
      writeKind(folder, at);
    });
    return meshFigures(await measureMesh(folder, progress));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

await runStandalone(import.meta, measure);
