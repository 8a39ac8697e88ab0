import { posix } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packageFolders, packageName } from './imports.ts';
import { readText } from '../support/repository-files.ts';

const test = suite('what a start loads');

/** What loads before `slipway serve` listens: the command line, and the service that it asks for. */
const entries = ['cli/src/main.ts', 'cli/src/serve/serve-until-stopped.ts', 'service/src/store/sqlite/open-sqlite.ts'];

/** Modules that a file loads when it is loaded itself: neither its types nor what it imports when a function runs. */
function loadedBy(text: string): readonly string[] {
  const statements = text.matchAll(/^(?:import|export)\s(?!type\b)([^'"]*?)from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]/gm);
  return [...statements]
    .filter(([, names, from]) => from === undefined || !/^\{(?:\s*type\s+\w+\s*,?)+\s*\}\s*$/.test(names!))
    .map(([, , from, bare]) => (from ?? bare)!);
}

/** The file of a module of this repository; an installed package under its own name. */
function resolveModule(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  const name = packageName(specifier);
  const folder = packageFolders[name];
  if (folder === undefined) return `package ${name}`;
  const { exports } = JSON.parse(readText(`${folder}/package.json`)) as { exports: Record<string, string> };
  return posix.join(folder, exports[`.${specifier.slice(name.length)}`]!);
}

/** Every module that is loaded with these files, with the file that loads it. */
function closure(roots: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map(roots.map((root) => [root, '']));
  for (const [file] of found) {
    if (!file.endsWith('.ts')) continue;
    for (const specifier of loadedBy(readText(file))) {
      const target = resolveModule(file, specifier);
      if (!found.has(target)) found.set(target, file);
    }
  }
  return found;
}

test('a start of the service loads these packages and no others', () => {
  const packages = [...closure(entries).keys()].filter((module) => module.startsWith('package ') && !module.startsWith('package node:'));
  assert.equal(packages.sort(), ['package commander', 'package kysely']);
});

test('a start of the service loads neither the interpreter of policies, nor the compiler of schemas, nor the reader of documents', () => {
  const slow = /^(?:rego\/|schema-tools\/src\/(?:compile|documents\/(?!pointer\.ts))|mesh-config\/|constructs\/)/;
  const found = [...closure(entries)].filter(([module]) => slow.test(module)).map(([module, from]) => `${from} loads ${module}`);
  assert.equal(found, []);
});

test('types, and what is imported when a function runs, are not loaded; an import for its effect is', () => {
  const text = [
    "import type { A } from './a.ts';",
    "import { type B, type C } from './b.ts';",
    "import { type D, e } from './d.ts';",
    "export { f } from './f.ts';",
    "export type * from './g.ts';",
    "import './h.ts';",
    "const load = () => import('./i.ts');",
  ].join('\n');
  assert.equal(loadedBy(text), ['./d.ts', './f.ts', './h.ts']);
});

test.run();
