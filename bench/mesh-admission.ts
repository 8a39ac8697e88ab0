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
import { admissionProcess } from './parts/admission-process.ts';
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
      const found = JSON.parse(text) as AdmissionLoadResult;
      if (found.wrong > 0 || found.answered === 0) fail(new Error(`${found.wrong} of ${found.answered} answers were no AdmissionReview`));
      else done(found);
    });
    child.stdin.end(JSON.stringify(work));
  });

export const measure: Measure = async (progress) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-admission-'));
  try {
    const schemas = join(folder, 'schemas');
    mkdirSync(schemas);
    writeDefinition(schemas);
    const server = await admissionProcess(folder, schemas);
    const bodies = admissionBodies();
    const asked = async (
      words: string,
      work: Pick<AdmissionLoadPlan, 'protocol' | 'connections' | 'rate'>,
    ): Promise<AdmissionLoadResult & { readonly cpu: number }> => {
      const before = cpuSeconds(server.pid);
      const found = await runLoad({ port: server.port, milliseconds, bodies, ...work });
      const cpu = ((cpuSeconds(server.pid) - before) / found.answered) * 1e6;
      progress(
        `${words}: ${(found.answered / found.seconds).toFixed(0)} per second, p50 ${found.p50.toFixed(1)} ms, p99 ` +
          `${found.p99.toFixed(1)} ms, longest ${found.longest.toFixed(0)} ms, ${cpu.toFixed(0)} µs CPU each`,
      );
      return { ...found, cpu };
    };
    await asked('warm-up', { protocol: 'h2', connections: 2, rate: 0 });
    const steady = [],
      most = [],
      older = [];
    for (let round = 0; round < rounds; round += 1) {
      steady.push(await asked('1,000 a second, HTTP/2', { protocol: 'h2', connections: 2, rate }));
      most.push(await asked('as fast as they are answered, HTTP/2', { protocol: 'h2', connections: 2, rate: 0 }));
      older.push(await asked('1,000 a second, HTTP/1.1', { protocol: 'http/1.1', connections: 16, rate }));
    }
    const held = memoryUsage(server.pid);
    await server.end();
    const why = 'the client and the rest of the machine share two cores with the server';
    const figures: Figure[] = [
      {
        title: 'admission reviews at 1,000 a second, schemas evaluated, HTTP/2: answered',
        unit: 'per second',
        samples: steady.map((one) => one.answered / one.seconds),
        target: { atLeast: 990 },
        explanation: why,
      },
      {
        title: 'admission reviews at 1,000 a second, schemas evaluated, HTTP/2: p99',
        unit: 'ms',
        samples: steady.map(({ p99 }) => p99),
        target: { atMost: 20 },
        explanation: why,
      },
      {
        title: 'admission reviews at 1,000 a second, schemas evaluated, HTTP/1.1: p99',
        unit: 'ms',
        samples: older.map(({ p99 }) => p99),
        target: { atMost: 20 },
        explanation: why,
      },
      {
        title: 'admission reviews as fast as they are answered, HTTP/2, 32 at a time',
        unit: 'per second',
        samples: most.map((one) => one.answered / one.seconds),
      },
      { title: 'admission reviews: server CPU for 1,000', unit: 'ms', samples: steady.map(({ cpu }) => cpu) },
      { title: 'memory of a server that only validates, the most there was', unit: 'MB', samples: [held.most] },
    ];
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

await runStandalone(import.meta, measure);
