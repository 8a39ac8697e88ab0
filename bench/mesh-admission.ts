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
import { alone } from './parts/alone.ts';
import { cleanEnvironment } from './parts/environment.ts';
import type { Figure, Measure } from './parts/figure.ts';
import type { AdmissionLoad, AdmissionLoaded } from './parts/mesh-admission-load.ts';
import { cpuSeconds, memory } from './parts/process.ts';

const rounds = 5, milliseconds = 5000, rate = 1000;
const source = transformSync(readFileSync(join(import.meta.dirname, 'parts/mesh-admission-load.ts'), 'utf8'), { loader: 'ts', format: 'esm', target: 'node20.19' }).code;

const loaded = (work: AdmissionLoad): Promise<AdmissionLoaded> => new Promise((done, fail) => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source, '--', '--from-stdin'], { env: cleanEnvironment, stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (piece: Buffer) => { text += piece; });
  child.once('close', (code) => {
    if (code !== 0) { fail(new Error(`the client ended with ${code}`)); return; }
    const found = JSON.parse(text) as AdmissionLoaded;
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
    const asked = async (words: string, work: Pick<AdmissionLoad, 'protocol' | 'connections' | 'rate'>): Promise<AdmissionLoaded & { readonly cpu: number }> => {
      const before = cpuSeconds(server.pid);
      const found = await loaded({ port: server.port, milliseconds, bodies, ...work });
      const cpu = (cpuSeconds(server.pid) - before) / found.answered * 1e6;
      progress(`${words}: ${(found.answered / found.seconds).toFixed(0)} per second, p50 ${found.p50.toFixed(1)} ms, p99 ${found.p99.toFixed(1)} ms, longest ${found.longest.toFixed(0)} ms, ${cpu.toFixed(0)} µs CPU each`);
      return { ...found, cpu };
    };
    await asked('warm-up', { protocol: 'h2', connections: 2, rate: 0 });
    const steady = [], most = [], older = [];
    for (let round = 0; round < rounds; round += 1) {
      steady.push(await asked('1,000 a second, HTTP/2', { protocol: 'h2', connections: 2, rate }));
      most.push(await asked('as fast as they are answered, HTTP/2', { protocol: 'h2', connections: 2, rate: 0 }));
      older.push(await asked('1,000 a second, HTTP/1.1', { protocol: 'http/1.1', connections: 16, rate }));
    }
    const held = memory(server.pid);
    await server.end();
    const why = 'the client and the rest of the machine share two cores with the server';
    const figures: Figure[] = [
      { what: 'admission reviews at 1,000 a second, schemas evaluated, HTTP/2: answered', unit: 'per second', samples: steady.map((one) => one.answered / one.seconds), target: { atLeast: 990 }, why },
      { what: 'admission reviews at 1,000 a second, schemas evaluated, HTTP/2: p99', unit: 'ms', samples: steady.map(({ p99 }) => p99), target: { atMost: 20 }, why },
      { what: 'admission reviews at 1,000 a second, schemas evaluated, HTTP/1.1: p99', unit: 'ms', samples: older.map(({ p99 }) => p99), target: { atMost: 20 }, why },
      { what: 'admission reviews as fast as they are answered, HTTP/2, 32 at a time', unit: 'per second', samples: most.map((one) => one.answered / one.seconds) },
      { what: 'admission reviews: server CPU for 1,000', unit: 'ms', samples: steady.map(({ cpu }) => cpu) },
      { what: 'memory of a server that only validates, the most there was', unit: 'MB', samples: [held.most] },
    ];
    return figures;
  } finally { rmSync(folder, { recursive: true, force: true }); }
};

await alone(import.meta, measure);
