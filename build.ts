/**
 * Builds what runs: `tsx build.ts [--partial]`.
 *   dist/slipway.js, dist/mesh-config.js   the command lines, with their chunks
 *   dist/provider/                         the plugin: a launcher and provider.cjs
 *   dist/mirror/                           the same, as a filesystem mirror that an engine can install from
 * With --partial, a program whose source is not there is left out with a word; without, that is an error.
 */
import { build, type BuildOptions } from 'esbuild';
import { chmodSync, existsSync, mkdirSync, readlinkSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync, copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { providerAddress, providerType } from './src/engine/address.ts';
import { platformName } from './src/engine/platform.ts';
import { minimumNode, version } from './src/version.ts';

const root = import.meta.dirname;
const dist = join(root, 'dist');
const partial = process.argv.includes('--partial');
/** Bytes. */
const providerLimit = 250 * 1024;

const shared = {
  absWorkingDir: root, bundle: true, platform: 'node', target: `node${minimumNode}`, logLevel: 'warning', legalComments: 'none',
} satisfies BuildOptions;

/** True when it may be built. */
function present(source: string, what: string): boolean {
  if (existsSync(join(root, source))) return true;
  if (!partial) throw new Error(`${what} cannot be built: ${source} is not there`);
  console.log(`not built: ${what} (${source} is not there)`);
  return false;
}

async function commandLines(): Promise<void> {
  const programs = { slipway: 'src/cli/main.ts', 'mesh-config': 'src/mesh-config/main.ts' };
  const entryPoints = Object.fromEntries(Object.entries(programs).filter(([name, source]) => present(source, name)));
  const fresh = join(dist, `.programs-${process.pid}`);
  await build({
    ...shared, entryPoints, outdir: fresh, format: 'esm', splitting: true, chunkNames: 'chunks/[name]-[hash]', keepNames: true,
    // libsql is native; pg reaches for the other two only when they are installed.
    external: ['libsql', 'pg-native', 'pg-cloudflare'],
    banner: { js: "import { createRequire as slipwayRequire } from 'node:module';\nconst require = slipwayRequire(import.meta.url);" },
  });
  rmSync(join(dist, 'chunks'), { recursive: true, force: true });
  for (const made of ['chunks', ...Object.keys(entryPoints).map((name) => `${name}.js`)]) {
    if (existsSync(join(fresh, made))) renameSync(join(fresh, made), join(dist, made));
  }
  rmSync(fresh, { recursive: true });
}

/** A folder with an executable of the name engines look for; Node cannot run that name itself, hence the launcher. */
async function plugin(): Promise<void> {
  if (!present('src/provider/main.ts', 'the provider') || !present('src/protocol/launcher.ts', 'the provider')) return;
  const folder = join(dist, 'provider');
  rmSync(folder, { recursive: true, force: true });
  const bundle = join(folder, 'provider.cjs');
  await build({ ...shared, entryPoints: ['src/provider/main.ts'], outfile: bundle, format: 'cjs', minify: true });
  const { size } = statSync(bundle);
  if (size > providerLimit) throw new Error(`provider.cjs has ${size} bytes; its limit is ${providerLimit}: what was imported that it does not need?`);

  const { launcher } = await import('./src/protocol/launcher.ts');
  const program = `terraform-provider-${providerType}_v${version}`;
  writeFileSync(join(folder, program), launcher('provider.cjs', minimumNode));
  chmodSync(join(folder, program), 0o755);

  rmSync(join(dist, 'mirror'), { recursive: true, force: true });
  for (const platform of new Set([platformName(), 'linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'])) {
    const installed = join(dist, 'mirror', providerAddress, version, platform);
    mkdirSync(installed, { recursive: true });
    for (const file of [program, 'provider.cjs']) copyFileSync(join(folder, file), join(installed, file));
  }
  console.log(`provider ${version}: ${(size / 1024).toFixed(0)} KB`);
}

/** npm links the programs of dependencies, not the package's own; with these, `npx slipway` runs from a checkout. */
function linkPrograms(): void {
  const folder = join(root, 'node_modules', '.bin');
  if (process.platform === 'win32' || !existsSync(folder)) return;
  for (const name of ['slipway', 'mesh-config']) {
    const [link, target] = [join(folder, name), `../../bin/${name}.mjs`];
    try {
      if (readlinkSync(link) === target) continue;
      unlinkSync(link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    symlinkSync(target, link);
  }
}

const began = performance.now();
mkdirSync(dist, { recursive: true });
await Promise.all([commandLines(), plugin()]);
linkPrograms();
console.log(`built in ${((performance.now() - began) / 1000).toFixed(1)} s`);
