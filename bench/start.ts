/** How long the plugin takes from exec to its handshake line, in pairs with bare Node: `tsx bench/start.ts`. Needs `npm run build`. */
import { spawn } from 'node:child_process';
import { engineCertificate } from '../src/test/protocol/support/certificate.ts';
import { bareNodeTitle, timeBareNode } from './parts/bare-node.ts';
import { runStandalone } from './parts/run-standalone.ts';
import { cleanEnvironment } from './parts/environment.ts';
import { type Measure, median } from './parts/figure.ts';
import { copyPrograms } from './parts/programs.ts';

const rounds = 31;

const timeToHandshake = (environment: NodeJS.ProcessEnv): Promise<number> =>
  new Promise((resolve, reject) => {
    const { providerBundle } = copyPrograms();
    const began = performance.now();
    const child = spawn(process.execPath, [providerBundle], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
    let line = '';
    let took: number | undefined;
    child.stdout.on('data', (text: Buffer) => {
      took ??= performance.now() - began;
      line += text;
      child.kill('SIGKILL');
    });
    child.once('error', reject);
    child.once('close', () => {
      if (took !== undefined && line.startsWith('1|6|')) resolve(took);
      else reject(new Error(`no handshake but: ${line}`));
    });
  });
export const measure: Measure = async () => {
  const environment = {
    ...cleanEnvironment,
    TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
    PLUGIN_PROTOCOL_VERSIONS: '5,6',
    PLUGIN_CLIENT_CERT: engineCertificate().certificate,
  };
  const starts: number[] = [],
    bares: number[] = [];
  for (let i = 0; i < rounds; i++) {
    bares.push(await timeBareNode());
    starts.push(await timeToHandshake(environment));
  }
  const above = starts.map((start, at) => start - bares[at]!);
  return [
    { title: bareNodeTitle, unit: 'ms', samples: bares },
    {
      title: 'plugin: exec to handshake',
      unit: 'ms',
      samples: starts,
      target: { atMost: 45 },
      explanation: `bare Node took ${median(bares).toFixed(0)} ms beside it; ${median(above).toFixed(0)} ms are the plugin's own`,
    },
    { title: 'plugin: start above bare Node', unit: 'ms', samples: above },
  ];
};

await runStandalone(import.meta, measure);
