/**
 * Builds the package: `tsx constructs/build.ts [--types]`.
 *   dist/cdktf/, dist/cdktn/   one source, for either engine of constructs; CommonJS, since both are
 * Types are the compiler's work and made only when asked: for packing, and for the tests.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Metafile, transform } from 'esbuild';
import { minimumNode } from '@slipway/declarations/version';

const root = import.meta.dirname;
const source = join(root, 'src');
const variants = ['cdktf', 'cdktn'] as const;
/** The declarations and what evaluates them: written into one file, because they belong to no published package of their own. */
const bundledFile = 'validation-errors.ts';
const engineFile = 'engine.js';

const forVariant = (text: string, variant: (typeof variants)[number]): string => text.replace(/(["'])cdktf\1/g, `$1${variant}$1`);

/** Where each variant is imported from. */
const entries = { cdktf: '@slipway/constructs', cdktn: '@slipway/constructs/cdktn' } as const;

/** Hands on the engine of constructs. Where only the other one is installed, its error says what to import. */
const engineText = (variant: (typeof variants)[number]): string => {
  const other = variant === 'cdktf' ? 'cdktn' : 'cdktf';
  const start = `${entries[variant]} is for ${variant}, which is not installed`;
  return `"use strict";
const isInstalled = (name) => { try { require.resolve(name); return true; } catch { return false; } };
if (!isInstalled("${variant}"))
  throw new Error(isInstalled("${other}")
    ? "${start}, while ${other} is: import from '${entries[other]}'."
    : "${start}: npm install ${variant} constructs.");
module.exports = require("${variant}");
`;
};

/** Files of a folder, relative to it. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

async function buildScripts(): Promise<{ readonly scripts: ReadonlyMap<string, string>; readonly bundle: Metafile }> {
  const options = { format: 'cjs', target: `node${minimumNode}`, platform: 'node', legalComments: 'none' } as const;
  const {
    outputFiles: [rules],
    metafile: bundle,
  } = await build({
    ...options,
    entryPoints: [join(source, bundledFile)],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    logLevel: 'warning',
  });
  const others = await Promise.all(
    filesIn(source)
      .filter((file) => file !== bundledFile)
      .map(async (file) => {
        const { code } = await transform(readFileSync(join(source, file), 'utf8'), { ...options, loader: 'ts' });
        // Both engines are CommonJS: they are taken as they are, not copied name by name into every module.
        const text = code
          .replace(/require\("(\.[^"]+)\.ts"\)/g, 'require("$1.js")')
          .replace(/__toESM\((require\("cdkt[fn]"\))\)/g, '$1')
          .replaceAll('require("cdktf")', `require("${file.includes('/') ? '../' : './'}${engineFile}")`);
        return [file.replace(/\.ts$/, '.js'), text] as const;
      }),
  );
  return { scripts: new Map([...others, [bundledFile.replace(/\.ts$/, '.js'), rules!.text]]), bundle };
}

/** What the compiler says of the package, and the shapes it declares. Throws with the compiler's words. */
function buildTypes(): ReadonlyMap<string, string> {
  const room = mkdtempSync(join(tmpdir(), 'slipway-types-'));
  try {
    const project = join(root, 'tsconfig.types.json');
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc'), '-p', project, '--outDir', room],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`the package does not compile:\n${stdout}`);
    const folder = join(room, 'constructs', 'src');
    return new Map(
      filesIn(folder).map((file) => {
        const text = readFileSync(join(folder, file), 'utf8');
        const leak = /from ["'](?:\.\.\/)+src\//.exec(text);
        if (leak) throw new Error(`${file} would publish types of the house: ${leak[0]}`);
        return [file, text.replace(/(from ["']\.[^"']*)\.ts(["'])/g, '$1.js$2').replace(/(import\(["']\.[^"']*)\.ts(["'])/g, '$1.js$2')];
      }),
    );
  } finally {
    rmSync(room, { recursive: true });
  }
}

const writeIfChanged = (file: string, text: string): void => {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** `types` left out: those there are stay, if they are of this source. Answers what was bundled. */
export async function buildConstructs({ withTypes = false } = {}): Promise<Metafile> {
  const { scripts, bundle } = await buildScripts();
  const made = new Map([...scripts, ...(withTypes ? buildTypes() : [])]);
  for (const variant of variants) {
    const folder = join(root, 'dist', variant);
    writeIfChanged(join(folder, engineFile), engineText(variant));
    for (const [file, text] of made) writeIfChanged(join(folder, file), forVariant(text, variant));
    writeIfChanged(join(folder, 'package.json'), `${JSON.stringify({ type: 'commonjs' })}\n`);
    for (const file of filesIn(folder).filter((one) => /\.(js|d\.ts)$/.test(one)))
      if (file !== engineFile && !made.has(file) && (withTypes || !file.endsWith('.d.ts'))) rmSync(join(folder, file));
  }
  return bundle;
}

if (process.argv[1] === import.meta.filename) await buildConstructs({ withTypes: process.argv.includes('--types') });
