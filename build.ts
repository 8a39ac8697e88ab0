/**
 * Builds what runs: `tsx build.ts`.
 *   dist/slipway.js, dist/mesh-config.js   the command lines, with their chunks; dist/lint.js, dist/lint-worker.js: `slipway
 * lint` and its threads; dist/ci-worker.js, dist/policy-worker.js: threads of the services; dist/mesh-schema-worker.js: the thread in which
 * mesh-config compiles schemas
 *   schema-tools/dist/                     the same linter, alone
 *   dist/provider/                         the plugin: a launcher and provider.cjs
 *   dist/mirror/                           the same, as a filesystem mirror that an engine can install from
 *   constructs/dist/                       the constructs, for cdktf and for cdktn
 */
import { build, type BuildOptions, type OutputFile, type Plugin } from 'esbuild';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buildConstructs } from './constructs/build.ts';
import { providerAddress, providerType } from './src/engine/address.ts';
import { platformName } from './src/engine/platform.ts';
import { handshakeFile, pluginBuilds } from './src/protocol/bundle.ts';
import { launcherScript } from './src/protocol/launcher-script.ts';
import type { Checkout } from '@slipway/mesh-config/command-line';
import { minimumNode, version } from './src/version.ts';

const root = import.meta.dirname;
const dist = join(root, 'dist');
/** Bytes: of handshake and calls together, of the declarations, of what is loaded when it is first used (docs/decisions/0034). */
const bundleLimits = { provider: 220 * 1024, declarations: 130 * 1024, lazy: 30 * 1024 };

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: `node${minimumNode}`,
  logLevel: 'warning',
  legalComments: 'none',
} satisfies BuildOptions;

/** Puts a file in its place at once, and only when it differs: programs that run meanwhile are not disturbed. */
function writeIfChanged(file: string, bytes: string | Uint8Array, mode = 0o644): void {
  const wanted = Buffer.from(bytes);
  if (existsSync(file) && readFileSync(file).equals(wanted)) return;
  mkdirSync(dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, wanted, { mode });
  renameSync(fresh, file);
}

/** commander asks for it at once, for subcommands that are programs of their own: we have none, and it is a sixth of a start. */
const lazyChildProcess: Plugin = {
  name: 'late-child-process',
  setup({ onLoad }) {
    onLoad({ filter: /commander[\\/]lib[\\/]command\.js$/ }, ({ path }) => {
      const asked = "const childProcess = require('node:child_process');";
      const text = readFileSync(path, 'utf8');
      if (!text.includes(asked)) throw new Error(`${path} no longer says ${asked}`);
      return { contents: text.replace(asked, "const childProcess = { get spawn() { return require('node:child_process').spawn; } };") };
    });
  },
};

/** The linter is a bundle of its own beside the program: chunks in common with all other commands would be twice as many files to read. */
const separateLint: Plugin = {
  name: 'lint-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/lint-files\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './lint.js', external: true } : undefined,
    );
  },
};

/** What git says of this checkout; undefined: there is none here, or no git. */
function readCheckout(): Checkout | undefined {
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', root, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const orUnknown = (ask: () => string) => {
    try {
      return ask();
    } catch {
      return 'unknown';
    }
  };
  const revision = orUnknown(() => git('rev-parse', 'HEAD'));
  if (revision === 'unknown') return undefined;
  return {
    revision,
    status: orUnknown(() => (git('status', '--porcelain', '--untracked-files=no') === '' ? 'Clean' : 'Modified')),
    tag: orUnknown(() => git('describe', '--tags')),
  };
}

const checkoutInfo = readCheckout();
/** JSON, so that it stands as one text where it is read, and in no chunk of its own. */
const define: Record<string, string> = checkoutInfo ? { meshConfigBuild: JSON.stringify(JSON.stringify(checkoutInfo)) } : {};

/** Programs that share chunks. Chunks are put in place before what imports them; then those that nothing imports any more go. */
async function buildPrograms(
  folder: string,
  parts: string,
  entryPoints: Readonly<Record<string, string>>,
  plugins: readonly Plugin[] = [],
  maps: Pick<BuildOptions, 'sourcemap' | 'sourcesContent'> = {},
): Promise<void> {
  const { outputFiles } = await build({
    ...shared,
    ...maps,
    entryPoints: { ...entryPoints },
    outdir: folder,
    write: false,
    define,
    format: 'esm',
    splitting: true,
    chunkNames: `${parts}/[name]-[hash]`,
    // No keepNames: it wraps every function that a request makes, a tenth of what a read costs. Classes keep their names anyway.
    // libsql is native; pg reaches for the next two only when they are installed, and node-fetch for the last: half a megabyte of tables.
    external: ['libsql', 'pg-native', 'pg-cloudflare', 'encoding'],
    plugins: [lazyChildProcess, ...plugins],
    banner: { js: "import { createRequire as slipwayRequire } from 'node:module';\nconst require = slipwayRequire(import.meta.url);" },
  });
  for (const { path, contents } of [...outputFiles].sort((a, b) => b.path.length - a.path.length)) writeIfChanged(path, contents);
  const made = new Set(outputFiles.map(({ path }) => path));
  const chunks = join(folder, parts);
  for (const name of existsSync(chunks) ? readdirSync(chunks) : []) if (!made.has(join(chunks, name))) rmSync(join(chunks, name));
}

/** Maps lie beside the chunks, named by none of them: mesh-config reads one when a log is to tell its callers. */
const buildCommandLines = () =>
  buildPrograms(dist, 'chunks', { slipway: 'src/cli/main.ts', 'mesh-config': 'mesh-config/src/main.ts' }, [separateLint], {
    sourcemap: 'external',
    sourcesContent: false,
  });
const buildLinter = async (): Promise<void> => {
  const alone = join(root, 'schema-tools', 'dist');
  await buildPrograms(dist, 'lint', { lint: 'schema-tools/src/lint/program/lint-files.ts' });
  await buildPrograms(dist, 'lint-worker', { 'lint-worker': 'src/cli/lint/worker.ts' });
  await buildPrograms(dist, 'ci-worker', { 'ci-worker': 'src/service/ci/threads/worker.ts' });
  await buildPrograms(dist, 'policy-worker', { 'policy-worker': 'src/service/workspaces/policies/evaluation/worker.ts' });
  await buildPrograms(dist, 'mesh-schema-worker', { 'mesh-schema-worker': 'mesh-config/src/validation/schemas/worker.ts' });
  await buildPrograms(alone, 'chunks', { 'slipway-lint': 'schema-tools/src/lint/main.ts' });
  await buildPrograms(alone, 'worker', { 'slipway-lint-worker': 'schema-tools/src/lint/worker.ts' });
};

/** All declarations lie beside the calls. */
const declarationsBundle = {
  file: 'provider-declarations.cjs',
  modules: [join(root, 'src/resources/index.ts')],
  shared: [join(root, 'src/declare/index.ts')],
};

/** Packages that a rarely called function needs; the start does not read them. */
const lazyPackages = [{ name: 'picomatch', file: 'provider-globs.cjs' }];

/** Bytes of each part of the plugin; throws when one has more than its limit. */
function measureBundles(bundles: readonly OutputFile[]): Readonly<Record<keyof typeof bundleLimits, number>> {
  const sizes = { provider: 0, declarations: 0, lazy: 0 };
  for (const { path, contents } of bundles) {
    const file = basename(path);
    const isLazy = lazyPackages.some((one) => one.file === file);
    sizes[file === declarationsBundle.file ? 'declarations' : isLazy ? 'lazy' : 'provider'] += contents.length;
  }
  for (const part of ['provider', 'declarations', 'lazy'] as const)
    if (sizes[part] > bundleLimits[part])
      throw new Error(
        `the part "${part}" of the plugin has ${sizes[part]} bytes; its limit is ${bundleLimits[part]}: what is imported without need?`,
      );
  return sizes;
}

/** A folder with an executable of the name engines look for; Node cannot run that name itself, hence the launcher. */
async function buildPlugin(): Promise<void> {
  const builds = pluginBuilds({
    entry: join(root, 'src/provider/main.ts'),
    late: [join(root, 'src/provider/provider.ts')],
    folder: join(dist, 'provider'),
    apart: declarationsBundle,
    lazyPackages,
  });
  mkdirSync(join(dist, 'provider'), { recursive: true });
  const bundles = (await Promise.all(builds.map((options) => build({ ...options, write: false })))).map(
    ({ outputFiles }) => outputFiles![0]!,
  );
  const sizes = measureBundles(bundles);

  const program = `terraform-provider-${providerType}_v${version}`;
  const mirror = join(dist, 'mirror', providerAddress);
  for (const older of existsSync(mirror) ? readdirSync(mirror) : [])
    if (older !== version) rmSync(join(mirror, older), { recursive: true });
  const platforms = new Set([platformName(), 'linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64']);
  for (const folder of [join(dist, 'provider'), ...[...platforms].map((platform) => join(mirror, version, platform))]) {
    for (const { path, contents } of bundles) writeIfChanged(join(folder, basename(path)), contents);
    writeIfChanged(join(folder, program), launcherScript(handshakeFile, minimumNode), 0o755);
    const made = [program, ...bundles.map(({ path }) => basename(path))];
    for (const name of readdirSync(folder)) if (!made.includes(name) && !name.includes('.cjs.')) rmSync(join(folder, name));
  }
  console.log(
    `provider ${version}: ${Math.round(sizes.provider / 1024)} KB, and ${Math.round(sizes.declarations / 1024)} KB of declarations`,
  );
}

/** npm links the programs of dependencies, not the package's own; with these, `npx slipway` runs from a checkout. */
function linkPrograms(): void {
  const folder = join(root, 'node_modules', '.bin');
  if (process.platform === 'win32' || !existsSync(folder)) return;
  for (const [name, program] of [
    ['slipway', 'bin/slipway.mjs'],
    ['mesh-config', 'bin/mesh-config.mjs'],
    ['slipway-lint', 'schema-tools/bin/slipway-lint.mjs'],
  ] as const) {
    const [link, target] = [join(folder, name), `../../${program}`];
    try {
      if (readlinkSync(link) === target) continue;
      unlinkSync(link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    symlinkSync(target, link);
  }
}

const startedAt = performance.now();
mkdirSync(dist, { recursive: true });
await Promise.all([buildCommandLines(), buildLinter(), buildPlugin(), buildConstructs()]);
linkPrograms();
console.log(`built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
