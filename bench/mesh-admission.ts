/**
 * Admission reviews with their schemas evaluated, over TLS: a process of `mesh-config server`, and a client in another:
 * `tsx bench/mesh-admission.ts`. Needs `npm run build` and openssl.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { admissionBodies, writeDefinition } from './parts/admission-bodies.ts';
import { admissionProcess, type AdmissionProcess } from './parts/admission-process.ts';
import { runStandalone } from './parts/run-standalone.ts';
import { cleanEnvironment } from './parts/environment.ts';
import type { Figure, Measure } from './parts/figure.ts';
import type { AdmissionLoadPlan, AdmissionLoadResult } from './parts/mesh-admission-load.ts';
import { cpuSeconds, memoryUsage } from './parts/process-usage.ts';

const rounds = 5,
  milliseconds = 5000,
  rate = 1000;
const loadSource = transformSync(readFileSync(join(import.meta.dirname, 'parts/mesh-admission-load.ts'), 'utf8'), {
  loader: 'ts',
  format: 'esm',
  target: 'node20.19',
}).code;

const runLoad = (work: AdmissionLoadPlan): Promise<AdmissionLoadResult> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', loadSource, '--', '--from-stdin'], {
      env: cleanEnvironment,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (piece: Buffer) => {
      text += piece;
    });
    child.once('close', (code) => {
      if (code !== 0) {
        fail(new Error(`the client ended with ${code}`));
        return;
      }
      const result = JSON.parse(text) as AdmissionLoadResult;
      if (result.wrong > 0 || result.answered === 0)
        fail(new Error(`${result.wrong} of ${result.answered} answers were no AdmissionReview`));
      else done(result);
    });
    child.stdin.end(JSON.stringify(work));
  });

type MeasuredLoad = AdmissionLoadResult & { readonly cpu: number };

/** Runs one load against the server, and adds the server's CPU microseconds for each review. */
const measureLoad = async (
  server: AdmissionProcess,
  words: string,
  work: Pick<AdmissionLoadPlan, 'protocol' | 'connections' | 'rate' | 'bodies'>,
  progress: (words: string) => void,
): Promise<MeasuredLoad> => {
  const before = cpuSeconds(server.pid);
  const result = await runLoad({ port: server.port, milliseconds, ...work });
  const cpu = ((cpuSeconds(server.pid) - before) / result.answered) * 1e6;
  progress(
    `${words}: ${(result.answered / result.seconds).toFixed(0)} per second, p50 ${result.p50.toFixed(1)} ms, p99 ` +
      `${result.p99.toFixed(1)} ms, longest ${result.longest.toFixed(0)} ms, ${cpu.toFixed(0)} µs CPU each`,
  );
  return { ...result, cpu };
};

interface AdmissionRounds {
  /** At a fixed rate over HTTP/2. */
  readonly steady: MeasuredLoad[];
  /** As fast as they are answered. */
  readonly fastest: MeasuredLoad[];
  /** At a fixed rate over HTTP/1.1. */
  readonly http1: MeasuredLoad[];
}

const measureRounds = async (server: AdmissionProcess, progress: (words: string) => void): Promise<AdmissionRounds> => {
  const bodies = admissionBodies();
  const http2 = { protocol: 'h2', connections: 2, bodies } as const;
  const http1 = { protocol: 'http/1.1', connections: 16, bodies } as const;
  await measureLoad(server, 'warm-up', { ...http2, rate: 0 }, progress);
  const all: AdmissionRounds = { steady: [], fastest: [], http1: [] };
  for (let round = 0; round < rounds; round += 1) {
    all.steady.push(await measureLoad(server, '1,000 a second, HTTP/2', { ...http2, rate }, progress));
    all.fastest.push(await measureLoad(server, 'as fast as they are answered, HTTP/2', { ...http2, rate: 0 }, progress));
    all.http1.push(await measureLoad(server, '1,000 a second, HTTP/1.1', { ...http1, rate }, progress));
  }
  return all;
};

const admissionFigures = ({ steady, fastest, http1 }: AdmissionRounds, megabytes: number): readonly Figure[] => {
  const explanation = 'the client and the rest of the machine share two cores with the server';
  return [
    {
      title: 'admission reviews at 1,000 a second, schemas evaluated, HTTP/2: answered',
      unit: 'per second',
      samples: steady.map((one) => one.answered / one.seconds),
      target: { atLeast: 990 },
      explanation,
    },
    {
      title: 'admission reviews at 1,000 a second, schemas evaluated, HTTP/2: p99',
      unit: 'ms',
      samples: steady.map(({ p99 }) => p99),
      target: { atMost: 20 },
      explanation,
    },
    {
      title: 'admission reviews at 1,000 a second, schemas evaluated, HTTP/1.1: p99',
      unit: 'ms',
      samples: http1.map(({ p99 }) => p99),
      target: { atMost: 20 },
      explanation,
    },
    {
      title: 'admission reviews as fast as they are answered, HTTP/2, 32 at a time',
      unit: 'per second',
      samples: fastest.map((one) => one.answered / one.seconds),
    },
    { title: 'admission reviews: server CPU for 1,000', unit: 'ms', samples: steady.map(({ cpu }) => cpu) },
    { title: 'memory of a server that only validates, the most there was', unit: 'MB', samples: [megabytes] },
  ];
};

export const measure: Measure = async (progress) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-admission-'));
  try {
    const schemas = join(folder, 'schemas');
    mkdirSync(schemas);
    writeDefinition(schemas);
    const server = await admissionProcess(folder, schemas);
    const all = await measureRounds(server, progress);
    const { most } = memoryUsage(server.pid);
    await server.end();
    return admissionFigures(all, most);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

await runStandalone(import.meta, measure);
