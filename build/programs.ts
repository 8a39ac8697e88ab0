/** What runs `slipway` and `mesh-config`: bundles with chunks, and the scripts of their worker threads. */
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Checkout } from '@slipway/mesh-config/command-line';
import { minimumNode, version } from '../declarations/src/version.ts';
import { convertToCommonJs, type ProgramFile } from './common-js.ts';

const root = join(import.meta.dirname, '..');

export const sharedOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: `node${minimumNode}`,
  logLevel: 'warning',
  legalComments: 'none',
} satisfies BuildOptions;

/** Puts a file in its place at once, and only when it differs: programs that run meanwhile are not disturbed. */
export function writeIfChanged(file: string, bytes: string | Uint8Array, mode = 0o644): void {
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

/** The table of the proxy's API is a fifth as long compressed, and most processes never read it. */
const compressedTable: Plugin = {
  name: 'compressed-table',
  setup({ onLoad }) {
    onLoad({ filter: /generated[\\/]proxy-messages\.ts$/ }, ({ path }) => {
      const [, table] = /=> `([^`]*)`;\n$/.exec(readFileSync(path, 'utf8')) ?? [];
      if (table === undefined) throw new Error(`${path} no longer ends with its table`);
      const packed = deflateRawSync(table, { level: 9 }).toString('base64');
      return {
        loader: 'js',
        contents: [
          "import { inflateRawSync } from 'node:zlib';",
          `export const readProxyMessages = () => inflateRawSync(Buffer.from('${packed}', 'base64')).toString();`,
        ].join('\n'),
      };
    });
  },
};

/** The linter is a bundle of its own beside the program: chunks in common with all other commands would be twice as many files to read. */
const separateLint: Plugin = {
  name: 'lint-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/lint-files\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './lint.cjs', external: true } : undefined,
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

/** How programs are built: for this checkout, or to be published, smaller and without maps. */
export interface ProgramVariant {
  readonly folder: string;
  readonly isPublished: boolean;
}

interface BuiltPrograms {
  /** What was bundled. */
  readonly metafile: Metafile;
  readonly files: readonly ProgramFile[];
}

/** Chunks are put in place before what loads them; then those that nothing loads any more go. */
async function buildPrograms(
  { folder, isPublished }: ProgramVariant,
  parts: string,
  entryPoints: Readonly<Record<string, string>>,
  more: BuildOptions = {},
): Promise<BuiltPrograms> {
  // Not identifiers: messages and logs tell the names of errors and functions.
  const minify = { minifyWhitespace: isPublished, minifySyntax: isPublished };
  const { outputFiles, metafile } = await build({
    ...sharedOptions,
    ...more,
    entryPoints: { ...entryPoints },
    outdir: folder,
    write: false,
    metafile: true,
    define,
    format: 'esm',
    splitting: true,
    chunkNames: `${parts}/[name]-[hash]`,
    ...minify,
    outExtension: { '.js': '.cjs' },
    // No keepNames: it wraps every function that a request makes, a tenth of what a read costs. Classes keep their names anyway.
    // libsql is native; pg reaches for the next two only when they are installed, and node-fetch for the last: half a megabyte of tables.
    external: ['libsql', 'pg-native', 'pg-cloudflare', 'encoding'],
    plugins: [lazyChildProcess, compressedTable, ...(more.plugins ?? [])],
  });
  const files = await convertToCommonJs(outputFiles, { target: sharedOptions.target, ...minify });
  for (const { path, text } of [...files].sort((a, b) => b.path.length - a.path.length)) writeIfChanged(path, text);
  const made = new Set(files.map(({ path }) => path));
  const chunks = join(folder, parts);
  for (const name of existsSync(chunks) ? readdirSync(chunks) : []) if (!made.has(join(chunks, name))) rmSync(join(chunks, name));
  return { metafile, files };
}

/** Changes with every file: compiled code that was kept for another build is that of other functions. */
export const digestPrograms = (files: readonly ProgramFile[]): string => {
  const digest = createHash('sha256');
  const sorted = files.toSorted((one, other) => (basename(one.path) < basename(other.path) ? -1 : 1));
  for (const { path, text } of sorted) digest.update(`${basename(path)} ${text.length}\n${text}`);
  return digest.digest('hex').slice(0, 16);
};

/** What runs other scripts with their compiled code, which is that of these files. */
async function buildStart(
  { folder, isPublished }: ProgramVariant,
  [name, source]: readonly [name: string, source: string],
  programs: readonly ProgramFile[],
): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    ...sharedOptions,
    entryPoints: [source],
    outfile: join(folder, `${name}.cjs`),
    write: false,
    metafile: true,
    format: 'cjs',
    external: ['./service.cjs'],
    minifyWhitespace: isPublished,
    define: { slipwayBuild: JSON.stringify(`${version}-${digestPrograms(programs)}`) },
  });
  for (const { path, contents } of outputFiles) writeIfChanged(path, contents);
  return metafile;
}

/** The threads of the services, by the name of their script. */
const serviceThreads = {
  'ci-worker': 'service/src/ci/threads/worker.ts',
  'policy-worker': 'service/src/workspaces/policies/evaluation/worker.ts',
  'state-worker': 'service/src/workspaces/state-versions/reading/worker.ts',
  'plan-worker': 'service/src/workspaces/runs/plan-documents/worker.ts',
  'control-worker': 'service/src/control/whole-bodies/worker.ts',
};

/** `slipway` and `mesh-config`, and the scripts of their worker threads. */
export async function buildCommandLines(variant: ProgramVariant): Promise<readonly Metafile[]> {
  // Maps lie beside the chunks, named by none of them: mesh-config reads one when a log is to tell its callers.
  const maps: BuildOptions = variant.isPublished ? {} : { sourcemap: 'external', sourcesContent: false };
  const built = await Promise.all([
    buildPrograms(
      variant,
      'chunks',
      {
        slipway: 'cli/src/main.ts',
        'mesh-config': 'mesh-config/src/main.ts',
        // Its schemas and rules are those of the server: 0.9 MB that would be there twice.
        'mesh-review-worker': 'mesh-config/src/validation/reviews/worker.ts',
        'mesh-analysis-worker': 'mesh-config/src/analysis-service/worker.ts',
      },
      { plugins: [separateLint], ...maps },
    ),
    // Together: each has the evaluator or the reader of YAML, half a megabyte that would be there several times.
    buildPrograms(variant, 'lint', { lint: 'schema-tools/src/lint/program/lint-files.ts', 'lint-worker': 'cli/src/lint/worker.ts' }),
    buildPrograms(variant, 'threads', {
      ...serviceThreads,
      'mesh-schema-worker': 'mesh-config/src/validation/schemas/worker.ts',
    }),
    buildPrograms(variant, 'ci-agent', {
      'ci-agent': 'service/src/ci/runner/agent/main.ts',
      'run-gateway': 'service/src/runner/isolation/gateway/main.ts',
    }),
  ]);
  // Of all groups: a command may load any of them, such as the linter.
  const start = await buildStart(
    variant,
    ['start', 'cli/src/start/start-program.ts'],
    built.flatMap(({ files }) => files),
  );
  return [start, ...built.map(({ metafile }) => metafile)];
}

/** The service as a library, and the scripts of its worker threads. What runs jobs is not there: the library has no option for it. */
export async function buildServiceLibrary(variant: ProgramVariant): Promise<readonly Metafile[]> {
  const built = await Promise.all([
    buildPrograms(variant, 'chunks', { service: 'service/src/index.ts' }),
    buildPrograms(variant, 'threads', serviceThreads),
  ]);
  const files = built.flatMap((one) => one.files);
  const start = await buildStart(variant, ['index', 'build/packages/service-entry.ts'], files);
  return [start, ...built.map(({ metafile }) => metafile)];
}

/** `slipway-lint` and its worker thread. */
export const buildLinter = async (variant: ProgramVariant): Promise<readonly Metafile[]> =>
  (
    await Promise.all([
      buildPrograms(variant, 'chunks', { 'slipway-lint': 'schema-tools/src/lint/main.ts' }),
      buildPrograms(variant, 'worker', { 'slipway-lint-worker': 'schema-tools/src/lint/worker.ts' }),
    ])
  ).map(({ metafile }) => metafile);
