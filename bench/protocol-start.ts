/**
 * How long a plugin takes from exec to its handshake line, against bare Node: `npx tsx bench/protocol-start.ts [rounds]`.
 * Prints milliseconds, minimum and median, and the size of the bundle. With `--provider <file>` it starts that bundle
 * instead of building the provider (or, before there is one, the protocol's fixture) anew.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { callsFile, pluginBuilds } from '../src/protocol/bundle.ts';
import { engineCertificate } from '../test/protocol/support/certificate.ts';

const rounds = Math.max(20, Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 25));
const given = process.argv.includes('--provider') ? process.argv[process.argv.indexOf('--provider') + 1] : undefined;
const folder = mkdtempSync(join(tmpdir(), 'slipway-start-'));
const bundle = given ?? join(folder, 'provider.cjs');
if (given === undefined) {
  const root = join(import.meta.dirname, '..');
  const real = existsSync(join(root, 'src/provider/main.ts'));
  const [entry, late] = real ? ['src/provider/main.ts', 'src/provider/provider.ts'] : ['test/protocol/fixtures/main.ts', 'test/protocol/fixtures/provider.ts'];
  for (const options of pluginBuilds({ entry: join(root, entry), late: [join(root, late)], folder })) await build(options);
}
/** KB of the program that is started, and of what it loads behind the handshake. */
const sizes = [bundle, join(dirname(bundle), callsFile)].filter((file) => existsSync(file)).map((file) => statSync(file).size / 1024);

// Node 20 reads these certificates at every start (30 ms and more), bare Node too: they are no part of the question.
const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
const environment = {
  ...inherited, TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
  PLUGIN_PROTOCOL_VERSIONS: '5,6', PLUGIN_CLIENT_CERT: engineCertificate().certificate,
};

const untilHandshake = (): Promise<number> => new Promise((resolve, reject) => {
  const began = performance.now();
  const child = spawn(process.execPath, [bundle], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.once('data', () => { resolve(performance.now() - began); child.kill('SIGKILL'); });
  child.once('error', reject);
});
const bare = (): Promise<number> => new Promise((resolve, reject) => {
  const began = performance.now();
  spawn(process.execPath, ['-e', '0'], { env: inherited, stdio: 'ignore' }).once('exit', () => resolve(performance.now() - began)).once('error', reject);
});
const told = (times: number[]): string => {
  const sorted = times.toSorted((a, b) => a - b);
  return `${sorted[0]!.toFixed(1)} / ${sorted[Math.floor(sorted.length / 2)]!.toFixed(1)}`;
};

const starts: number[] = [], bares: number[] = [];
for (let i = 0; i < rounds; i++) { bares.push(await bare()); starts.push(await untilHandshake()); }
console.log(`bare node -e 0            ${told(bares)} ms (min / median of ${rounds})`);
console.log(`plugin, exec to handshake ${told(starts)} ms (target: median of at most 45)`);
console.log(`bundle                    ${sizes.map((size) => size.toFixed(1)).join(' + ')} KB (target: at most 250 in all)`);
rmSync(folder, { recursive: true });
