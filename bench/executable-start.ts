/**
 * How long single executables take from exec to the handshake line, and their processor time until then, in pairs with bare Node of the
 * same version: `tsx bench/executable-start.ts`. Needs `npm run build`, and the Node of that version (docs/release.md).
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExecutable, findNodeProgram } from '../build/release/executables.ts';
import { releasePlatforms } from '../build/release/platforms.ts';
import { platformName } from '../src/engine/platform.ts';
import { cookie } from '../src/protocol/go-plugin/handshake.ts';
import { engineCertificate } from '../src/test/protocol/support/certificate.ts';
import { cleanEnvironment } from './parts/environment.ts';
import { type Figure, type Measure, median } from './parts/figure.ts';
import { runStandalone } from './parts/run-standalone.ts';

const rounds = 21;

/** Milliseconds of processor time of all threads, as the kernel's scheduler counts them. */
const processorTime = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
    .reduce((sum, one) => sum + one, 0);

/** From exec to the first output. */
const timeToOutput = (program: string, args: readonly string[]): Promise<{ readonly wall: number; readonly processor: number }> =>
  new Promise((resolve, reject) => {
    const environment = {
      ...cleanEnvironment,
      [cookie.name]: cookie.value,
      PLUGIN_PROTOCOL_VERSIONS: '5,6',
      PLUGIN_CLIENT_CERT: engineCertificate().certificate,
    };
    const began = performance.now();
    const child = spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.once('data', () => {
      resolve({ wall: performance.now() - began, processor: processorTime(child.pid!) });
      child.kill('SIGKILL');
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(`${program} ended without a word`)));
  });

export const measure: Measure = async () => {
  const platform = releasePlatforms.find(({ name }) => name === platformName());
  const node = platform ? findNodeProgram(platform) : { reason: `no executable is released for ${platformName()}` };
  if (!platform || node.path === undefined)
    return [{ title: 'executable: exec to handshake', unit: 'ms', samples: [], explanation: node.reason }];
  const room = mkdtempSync(join(tmpdir(), 'slipway-bench-'));
  try {
    const programs = [
      ['bare Node of the executables, to the first output', node.path, ['-e', 'process.stdout.write("1");setTimeout(()=>{},1e4)']],
    ] as [title: string, path: string, args: readonly string[]][];
    for (const program of ['provider', 'slipway'] as const) {
      const output = join(room, `${program}-executable`);
      await buildExecutable({ program, platform, node: node.path, builder: node.path, room, output });
      programs.push([`executable \`${program}\` as the provider: exec to handshake`, output, []]);
    }
    const samples = programs.map(() => ({ wall: [] as number[], processor: [] as number[] }));
    for (let round = 0; round < rounds; round++)
      for (const [at, [, path, args]] of programs.entries()) {
        const { wall, processor } = await timeToOutput(path, args);
        samples[at]!.wall.push(wall);
        samples[at]!.processor.push(processor);
      }
    return programs.flatMap(([title], at): readonly Figure[] => [
      {
        title,
        unit: 'ms',
        samples: samples[at]!.wall,
        ...(at === 0 ? {} : { target: { atMost: 60 } }),
        explanation: `bare Node took ${median(samples[0]!.wall).toFixed(0)} ms beside it`,
      },
      { title: `${title}, processor time`, unit: 'ms', samples: samples[at]!.processor },
    ]);
  } finally {
    rmSync(room, { recursive: true });
  }
};

await runStandalone(import.meta, measure);
