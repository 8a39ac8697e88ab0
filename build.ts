/**
 * Builds what runs: `tsx build.ts`.
 *   dist/slipway.js, dist/mesh-config.js   the command lines, with their chunks; dist/lint.js, dist/lint-worker.js: `slipway
 * lint` and its threads; dist/ci-worker.js, dist/policy-worker.js, dist/state-worker.js, dist/plan-worker.js,
 * dist/control-worker.js: threads of the services; dist/ci-agent.js: the program `circleci` of jobs; dist/mesh-schema-worker.js,
 * dist/mesh-review-worker.js and dist/mesh-analysis-worker.js: the threads in which mesh-config compiles schemas and judges long reviews
 * and resources
 *   schema-tools/dist/                     the same linter, alone
 *   dist/provider/                         the plugin: a launcher, provider.cjs, and what that loads
 *   dist/provider.zip                      the same in one archive, which the service serves as its provider registry
 *   dist/mirror/                           the same, as a filesystem mirror that an engine can install from
 *   constructs/dist/                       the constructs, for cdktf and for cdktn
 *   dist/built-from                        the state of the checkout that all of it was made from
 */
import { build, type OutputFile } from 'esbuild';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { recordBuild } from './build/built-from.ts';
import { lazyDeclarations } from './build/lazy-declarations.ts';
import { linkPrograms } from './build/link-programs.ts';
import * as declarations from './declarations/src/resources/index.ts';
import { answersFile, buildStoredAnswers, loadAnswersFromFile } from './build/stored-answers.ts';
import { buildCommandLines, buildLinter, digestPrograms, writeIfChanged } from './build/programs.ts';
import { createZip } from './build/zip.ts';
import { buildConstructs } from './constructs/build.ts';
import { providerAddress, providerType } from './src/engine/address.ts';
import { nodePlatforms, platformName } from './src/engine/platform.ts';
import { pluginArchive } from './src/engine/package-root.ts';
import { pluginBuilds } from './src/protocol/bundle.ts';
import { launcherScript } from './src/protocol/launcher-script.ts';
import { entryFile, standbyFile } from './src/protocol/plugin-files.ts';
import { minimumNode, version } from './declarations/src/version.ts';

const root = import.meta.dirname;
const dist = join(root, 'dist');
/**
 * Bytes: of handshake and calls, of what serves several engines, of declarations, of state stores, of stored answers, of what is loaded
 * when it is first used (docs/decisions/0065, docs/decisions/0167).
 */
const bundleLimits = {
  provider: 254 * 1024,
  standby: 10 * 1024,
  declarations: 260 * 1024,
  stateStores: 22 * 1024,
  answers: 320 * 1024,
  lazy: 30 * 1024,
};

/** All declarations lie beside the calls. */
const declarationsBundle = {
  file: 'provider-declarations.cjs',
  modules: [join(root, 'declarations/src/resources/index.ts')],
  shared: [join(root, 'declarations/src/declare/index.ts')],
  names: Object.keys(declarations),
};

const inSource = (path: string): string => join(root, 'src', path);
const inDeclarations = (path: string): string => join(root, 'declarations/src', path);

/** State stores, which most configurations have none of: loaded by the first call that is about one. */
const stateStoresBundle = {
  file: 'provider-state-stores.cjs',
  modules: [inSource('protocol/rpc/state-stores/index.ts'), inSource('provider/state-stores/workspace-state-store.ts')],
  shared: [
    inDeclarations('bug-report.ts'),
    inDeclarations('declare/index.ts'),
    ...[
      'apply/wait.ts',
      'client/contract/errors.ts',
      'client/extra-certificates.ts',
      'client/open-download.ts',
      'protocol/diagnostics.ts',
      'protocol/messages/diagnostic.ts',
      'protocol/messages/value.ts',
      'protocol/protobuf/field.ts',
      'protocol/protobuf/message.ts',
      'protocol/rpc/rpc.ts',
      'protocol/values.ts',
      'provider/diagnose.ts',
      'provider/provider-section.ts',
      'redaction/secret-registry.ts',
    ].map(inSource),
  ],
  names: ['stateStoreRpcs', 'createWorkspaceStateStore'],
};

/** Packages that a rarely called function needs; the start does not read them. */
const lazyPackages = [{ name: 'picomatch', file: 'provider-globs.cjs' }];

/** Bytes of each part of the plugin; throws when one has more than its limit. */
function measureBundles(bundles: readonly Pick<OutputFile, 'path' | 'contents'>[]): Readonly<Record<keyof typeof bundleLimits, number>> {
  const sizes = { provider: 0, standby: 0, declarations: 0, stateStores: 0, answers: 0, lazy: 0 };
  const partOf = (file: string): keyof typeof sizes => {
    if (file === declarationsBundle.file) return 'declarations';
    if (file === stateStoresBundle.file) return 'stateStores';
    if (file === answersFile) return 'answers';
    if (file === standbyFile) return 'standby';
    return lazyPackages.some((one) => one.file === file) ? 'lazy' : 'provider';
  };
  for (const { path, contents } of bundles) sizes[partOf(basename(path))] += contents.length;
  for (const part of Object.keys(bundleLimits) as (keyof typeof bundleLimits)[])
    if (sizes[part] > bundleLimits[part])
      throw new Error(
        `the part "${part}" of the plugin has ${sizes[part]} bytes; its limit is ${bundleLimits[part]}: what is imported without need?`,
      );
  return sizes;
}

/** A folder with an executable of the name engines look for; Node cannot run that name itself, hence the launcher. */
async function buildPlugin(): Promise<void> {
  const builds = pluginBuilds({
    minimumNode,
    entry: join(root, 'src/provider/main.ts'),
    late: [join(root, 'src/provider/provider.ts')],
    answers: [join(root, 'src/provider/load-stored-answers.ts')],
    serverPlugins: [loadAnswersFromFile],
    folder: join(dist, 'provider'),
    apart: [{ ...declarationsBundle, plugins: [await lazyDeclarations(root)] }, stateStoresBundle],
    lazyPackages,
  });
  mkdirSync(join(dist, 'provider'), { recursive: true });
  const bundles = [
    ...(await Promise.all(builds.map((options) => build({ ...options, write: false })))).map(({ outputFiles }) => outputFiles![0]!),
    await buildStoredAnswers(join(dist, 'provider')),
  ];
  const sizes = measureBundles(bundles);

  const program = `terraform-provider-${providerType}_v${version}`;
  const digest = digestPrograms(bundles.map(({ path, contents }) => ({ path, text: Buffer.from(contents).toString() })));
  const launcherText = launcherScript({ bundleFile: entryFile, minimumNode, digest });
  const mirror = join(dist, 'mirror', providerAddress);
  for (const older of existsSync(mirror) ? readdirSync(mirror) : [])
    if (older !== version) rmSync(join(mirror, older), { recursive: true });
  const platforms = new Set([platformName(), ...nodePlatforms]);
  for (const folder of [join(dist, 'provider'), ...[...platforms].map((platform) => join(mirror, version, platform))]) {
    for (const { path, contents } of bundles) writeIfChanged(join(folder, basename(path)), contents);
    writeIfChanged(join(folder, program), launcherText, 0o755);
    const made = [program, ...bundles.map(({ path }) => basename(path))];
    for (const name of readdirSync(folder)) if (!made.includes(name) && !name.includes('.cjs.')) rmSync(join(folder, name));
  }
  const packed = bundles.map(({ path, contents }) => ({ name: basename(path), content: Buffer.from(contents), mode: 0o644 }));
  const launcher = { name: program, content: Buffer.from(launcherText), mode: 0o755 };
  writeIfChanged(join(root, pluginArchive), createZip([launcher, ...packed]));
  console.log(
    `provider ${version}: ${Math.round(sizes.provider / 1024)} KB, and ${Math.round(sizes.declarations / 1024)} KB of declarations, ` +
      `${Math.round(sizes.answers / 1024)} KB of answers`,
  );
}

const startedAt = performance.now();
mkdirSync(dist, { recursive: true });
await recordBuild(root, async () => {
  await Promise.all([
    buildCommandLines({ folder: dist, isPublished: false }),
    buildLinter({ folder: join(root, 'schema-tools', 'dist'), isPublished: false }),
    buildPlugin(),
    buildConstructs(),
  ]);
});
linkPrograms(root);
console.log(`built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
