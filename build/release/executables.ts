/** Programs that need no Node on the machine: Node's single executables, with our bundles inside. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { pluginArchive, pluginFolder } from '../../src/engine/package-root.ts';
import { platformName } from '../../src/engine/platform.ts';
import { compiledName } from '../../src/protocol/embedded-scripts.ts';
import { entryFile, handshakeFile } from '../../src/protocol/plugin-files.ts';
import { checkExecutable } from './executable-format.ts';
import type { ReleasePlatform } from './platforms.ts';

const root = join(import.meta.dirname, '../..');
/** It builds single executables by itself and has SQLite inside. */
export const executableNode = '26.10.0';

/** A script in an executable has no file: what it loads beside itself is looked up beside the executable. */
const moduleUrl = "const slipwayModuleUrl = require('node:url').pathToFileURL(process.execPath).href;";
const sharedOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node26',
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
  // Scripts in an executable have no loader of modules, and Node.js would start one.
  supported: { 'dynamic-import': false },
  define: { [['import', 'meta', 'url'].join('.')]: 'slipwayModuleUrl' },
  banner: { js: moduleUrl },
  external: ['libsql', 'pg-native', 'pg-cloudflare', 'encoding', 'tsx/esm/api'],
} satisfies BuildOptions;

/** Scripts of threads, by the names by which programs ask for them (`workerScript`). */
const workers = {
  'lint-worker.cjs': 'cli/src/lint/worker.ts',
  'ci-worker.cjs': 'service/src/ci/threads/worker.ts',
  'policy-worker.cjs': 'service/src/workspaces/policies/evaluation/worker.ts',
  'state-worker.cjs': 'service/src/workspaces/state-versions/reading/worker.ts',
  'plan-worker.cjs': 'service/src/workspaces/runs/plan-documents/worker.ts',
  'control-worker.cjs': 'service/src/control/whole-bodies/worker.ts',
};
/**
 * The programs: what chooses a script, the scripts, those of threads, and files that they read from inside. Each has the files of the
 * plugin beside them, as they are installed with Node.js.
 */
export const executables = {
  slipway: {
    entry: 'cli/src/executable.ts',
    scripts: {
      'cli.cjs': 'cli/src/main.ts',
      'ci-agent.cjs': 'service/src/ci/runner/agent/main.ts',
      'run-gateway.cjs': 'service/src/runner/isolation/gateway/main.ts',
    },
    workers,
    files: { 'app-preload.cjs': 'cli/bin/app-preload.cjs', 'provider.zip': pluginArchive },
  },
  provider: { entry: 'src/provider/executable.ts', scripts: {}, workers: {}, files: {} },
} as const;
const pluginScripts = (): readonly string[] =>
  readdirSync(pluginFolder()).filter((name) => /^provider[\w-]*\.(cjs|json)$/.test(name) && name !== entryFile);

/** Node for a platform, or why it is not to be had. */
export interface NodeProgram {
  readonly path?: string;
  readonly reason: string;
}
const nodePlace = ({ name, os, nodePackage }: ReleasePlatform): { readonly folder: string; readonly path: string } => {
  // npm removes what it did not install last: a folder for each platform. That of this machine is the one of the tests.
  const folder = join(root, '.slipway', `node-${executableNode}${name === platformName() ? '' : `-${name}`}`);
  return { folder, path: join(folder, 'node_modules', nodePackage, 'bin', os === 'win32' ? 'node.exe' : 'node') };
};
/** From what was installed before; installs nothing. */
export const findInstalledNode = (platform: ReleasePlatform): NodeProgram => {
  const { path } = nodePlace(platform);
  return existsSync(path) ? { path, reason: '' } : { reason: `${platform.nodePackage} ${executableNode} is not installed` };
};

/** From a package of the registry, kept in `.slipway`. */
export function findNodeProgram(platform: ReleasePlatform): NodeProgram {
  const { os, cpu, nodePackage } = platform;
  const { folder, path } = nodePlace(platform);
  if (existsSync(path)) return { path, reason: '' };
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{"private": true}');
  const words = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--force', `--os=${os}`, `--cpu=${cpu}`];
  const { stderr, error } = spawnSync('npm', ['install', ...words, `${nodePackage}@${executableNode}`], { cwd: folder, encoding: 'utf8' });
  return existsSync(path)
    ? { path, reason: '' }
    : { reason: `${nodePackage} ${executableNode} could not be installed: ${(stderr || String(error ?? '')).trim().split('\n').at(-1)}` };
}

const bundleScript = async (entry: string, outfile: string): Promise<string> => {
  await build({ ...sharedOptions, entryPoints: [entry], outfile });
  return outfile;
};
const bundleScripts = async (scripts: Readonly<Record<string, string>>, room: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(Object.entries(scripts).map(async ([name, source]) => [name, await bundleScript(source, join(room, name))] as const)),
  );

/** Starts whose functions are compiled in advance: those that somebody waits for. */
const starts = [['cli.cjs', 'serve', '--in-memory', '--port', '0'], [handshakeFile]] as const;

/** Writes `NAME.compiled` beside each script: what V8 made of it; for another platform, nothing. Answers the files by these names. */
function compileScripts(scripts: Readonly<Record<string, string>>, isOwn: boolean, { builder, room }: Room): Record<string, string> {
  const files = Object.fromEntries(
    Object.keys(scripts)
      .filter((name) => name.endsWith('.cjs'))
      .map((name) => [compiledName(name), join(room, compiledName(name))]),
  );
  for (const file of Object.values(files)) {
    if (isOwn) rmSync(file, { force: true });
    else writeFileSync(file, '');
  }
  const program = join(import.meta.dirname, 'compile-scripts.ts');
  for (const [entry, ...words] of isOwn ? starts.filter(([name]) => name in scripts) : []) {
    const { status, stderr } = spawnSync(builder, [program, JSON.stringify(scripts), room, entry, ...words], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the scripts of an executable could not be compiled:\n${stderr}`);
  }
  return files;
}

interface Room {
  /** Node of this machine, of the same version, which builds. */
  readonly builder: string;
  /** For bundles and the configuration. */
  readonly room: string;
}
export interface ExecutableOptions extends Room {
  readonly program: keyof typeof executables;
  readonly platform: ReleasePlatform;
  /** Node of that platform. */
  readonly node: string;
  readonly output: string;
}

/**
 * Writes one executable and reads it back. Code that is compiled in advance belongs to one platform: only for this machine's. Throws with
 * Node's words, or when the result is no executable of that platform with a script inside.
 */
export async function buildExecutable({ program, platform, node, builder, room, output }: ExecutableOptions): Promise<void> {
  const { entry, scripts: own, workers: threads, files } = executables[program];
  const plugin = Object.fromEntries(pluginScripts().map((name) => [name, join(pluginFolder(), name)]));
  const scripts = { ...plugin, ...(await bundleScripts(own, room)) };
  const assets = {
    ...Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(root, file)])),
    ...(await bundleScripts(threads, room)),
    ...scripts,
    ...compileScripts(scripts, platform.name === platformName(), { builder, room }),
  };
  await bundleScript(entry, join(room, `${program}.cjs`));
  const configuration = {
    // Relative: the executable tells this path in stack traces, and it would be one of this machine.
    main: `${program}.cjs`,
    executable: node,
    output,
    disableExperimentalSEAWarning: true,
    assets,
  };
  const file = join(room, `${program}-${platform.name}.json`);
  writeFileSync(file, JSON.stringify(configuration));
  const { status, stdout, stderr } = spawnSync(builder, ['--build-sea', file], { cwd: room, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the executable ${program} of ${platform.name} could not be built:\n${stdout}${stderr}`);
  chmodSync(output, 0o755);
  checkExecutable(output, platform);
}
