import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BuildOptions, OnResolveArgs, Plugin } from 'esbuild';
import { callsFile, entryFile, handshakeFile, serverFile, standbyFile } from './plugin-files.ts';

/** Imports of files, and of packages of this repository. */
const ownImports = /^\.\.?\/|^@slipway\//;
/** The file that one of them names. */
const resolveOwnImport = ({ path, resolveDir }: Pick<OnResolveArgs, 'path' | 'resolveDir'>): string =>
  path.startsWith('.') ? join(resolveDir, path) : createRequire(join(resolveDir, 'importer.js')).resolve(path);

/** Dynamic imports leave a file for those that have these modules; one that none of them has is a mistake. */
const externalizeDynamicImports = (files: Readonly<Record<string, readonly string[]>>): Plugin => ({
  name: 'calls-apart',
  setup: (building) =>
    building.onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const file = Object.keys(files).find((name) => files[name]!.includes(join(resolveDir, path)));
      return file === undefined
        ? { errors: [{ text: `${path} is imported late and is in no file` }] }
        : { path: `./${file}`, external: true };
    }),
});

const inProtocol = (path: string): string => join(import.meta.dirname, path);
const serverModule = inProtocol('plugin-server.ts');
/** Modules of the server's file that calls use as well: they are bundled only there. */
const sharedWithCalls = ['grpc/status.ts', 'stored-methods.ts', '../redaction/redact.ts'].map(inProtocol);

/** Modules in a separate file, which is tried before the calls; modules shared with the calls are bundled there only. */
export interface SeparateBundle {
  readonly file: string;
  readonly modules: readonly string[];
  readonly shared: readonly string[];
  /** What the modules export: the file is loaded when one of these is first used. */
  readonly names: readonly string[];
  /** Plugins of the bundler for this file only. */
  readonly plugins?: readonly Plugin[];
}

/** Imports of these modules become imports of that file. */
const externalizeModules = (modules: readonly string[], file: string): Plugin => ({
  name: `in-${file}`,
  setup: (building) =>
    building.onResolve({ filter: ownImports }, (imported) =>
      modules.includes(resolveOwnImport(imported)) ? { path: `./${file}`, external: true } : undefined,
    ),
});

/** A proxy that loads the file when one of its names is first used. */
const loadWhenUsed = ({ modules, file, names }: SeparateBundle): Plugin => ({
  name: `late-${file}`,
  setup: (building) => {
    building.onResolve({ filter: ownImports }, ({ path, resolveDir, namespace }) => {
      if (namespace === file) return { path, external: true };
      return modules.includes(resolveOwnImport({ path, resolveDir })) ? { path: file, namespace: file } : undefined;
    });
    building.onLoad({ filter: /.*/, namespace: file }, () => ({
      contents: `module.exports = { ${names.map((name) => `get ${name}() { return require('./${file}').${name}; }`).join(', ')} };`,
      loader: 'js',
    }));
  },
});

/** A plugin reads only its version and the oldest Node from a package's manifest, so that its scripts and dependencies are not bundled. */
const readManifestFacts: Plugin = {
  name: 'manifest-facts',
  setup: (building) =>
    building.onLoad({ filter: /[\\/]package\.json$/ }, ({ path }) => {
      const { version, engines } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string; readonly engines?: object };
      return { contents: JSON.stringify({ version, engines }), loader: 'json' };
    }),
};

/** A package that only a dynamic import loads, and the separate file that contains it. */
export interface LazyPackage {
  readonly name: string;
  readonly file: string;
}

const externalizePackages = (packages: readonly LazyPackage[]): Plugin => ({
  name: 'lazy-packages',
  setup: (building) =>
    building.onResolve({ filter: /^[^.]/ }, ({ path, kind }) => {
      const lazy = kind === 'dynamic-import' ? packages.find(({ name }) => name === path) : undefined;
      return lazy && { path: `./${lazy.file}`, external: true };
    }),
});

const reexportAll = (modules: readonly string[]): string => modules.map((path) => `export * from ${JSON.stringify(path)};`).join('\n');

const sharedOptions = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20.19',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  // Dynamic imports that stay as they are would start Node's loader of ES modules: 10 ms.
  supported: { 'dynamic-import': false },
} satisfies BuildOptions;

/**
 * A check at the start of the file that Node runs, in syntax that an old Node can parse. The message goes to stdout because an engine shows
 * the first line that is not a handshake.
 */
const versionCheck = (minimumNode: string): string => {
  const [major, minor = '0'] = minimumNode.split('.');
  return [
    '"use strict";var v=process.versions.node.split(".");',
    `if(v[0]<${Number(major)}||v[0]==${Number(major)}&&v[1]<${Number(minor)}){`,
    `console.log("Slipway's provider needs Node.js ${minimumNode} or newer; this is "+process.versions.node+" ("+process.execPath+`,
    '"). Set SLIPWAY_NODE to a newer one.");process.exit(1)}',
  ].join('');
};

const entryBuild = (minimumNode: string, folder: string): BuildOptions => ({
  ...sharedOptions,
  entryPoints: [join(import.meta.dirname, 'plugin-entry.ts')],
  outfile: join(folder, entryFile),
  banner: { js: versionCheck(minimumNode) },
  // An older Node must be able to parse the file, to report that it is too old.
  target: 'node12',
});

const serverBuild = (
  folder: string,
  { answers = [], serverPlugins = [] }: Pick<PluginBundle, 'answers' | 'serverPlugins'>,
): BuildOptions => ({
  ...sharedOptions,
  outfile: join(folder, serverFile),
  plugins: [...serverPlugins],
  stdin: { contents: reexportAll([...sharedWithCalls, serverModule, ...answers]), resolveDir: folder },
});

const separateBuild = (folder: string, apart: SeparateBundle, lazyPackages: readonly LazyPackage[]): BuildOptions => ({
  ...sharedOptions,
  outfile: join(folder, apart.file),
  plugins: [readManifestFacts, externalizePackages(lazyPackages), externalizeModules(apart.shared, callsFile), ...(apart.plugins ?? [])],
  stdin: { contents: reexportAll(apart.modules), resolveDir: folder },
});

export interface PluginBundle {
  /** The oldest Node that it starts with. */
  readonly minimumNode: string;
  /** The module that exports `plugin`, by `definePlugin`. */
  readonly entry: string;
  /** Modules that it imports dynamically, for calls; the names of their exports must differ. */
  readonly late: readonly string[];
  /** Modules of the file that serves connections. */
  readonly answers?: readonly string[];
  readonly folder: string;
  /** Further files. */
  readonly apart?: readonly SeparateBundle[];
  /** Packages that are loaded on first use, each in a separate file. */
  readonly lazyPackages?: readonly LazyPackage[];
  /** Plugins of the bundler for the server's file only. */
  readonly serverPlugins?: readonly Plugin[];
}

/**
 * The bundles of a plugin: the file that Node starts, which is small because Node compiles it at each start; the handshake; what a
 * process needs that serves several engines; what serves connections, which is loaded while the engine connects; and what answers calls.
 */
export const pluginBuilds = ({
  minimumNode,
  entry,
  late,
  folder,
  apart = [],
  lazyPackages = [],
  ...server
}: PluginBundle): readonly BuildOptions[] => {
  const calls = [inProtocol('provider-methods.ts'), ...late];
  return [
    entryBuild(minimumNode, folder),
    {
      ...sharedOptions,
      entryPoints: [entry],
      outfile: join(folder, handshakeFile),
      plugins: [
        readManifestFacts,
        externalizeDynamicImports({ [serverFile]: [serverModule, ...(server.answers ?? [])], [callsFile]: calls }),
      ],
    },
    { ...sharedOptions, entryPoints: [join(import.meta.dirname, 'standby/serve-engines.ts')], outfile: join(folder, standbyFile) },
    serverBuild(folder, server),
    {
      ...sharedOptions,
      outfile: join(folder, callsFile),
      plugins: [
        readManifestFacts,
        externalizePackages(lazyPackages),
        externalizeModules(sharedWithCalls, serverFile),
        ...apart.map(loadWhenUsed),
      ],
      // Shared modules come first: they must be loaded when a separate file requires them.
      stdin: { contents: reexportAll([...new Set([...apart.flatMap(({ shared }) => shared), ...calls])]), resolveDir: folder },
    },
    ...apart.map((one) => separateBuild(folder, one, lazyPackages)),
    ...lazyPackages.map(({ name, file }) => ({ ...sharedOptions, entryPoints: [name], outfile: join(folder, file) })),
  ];
};
