import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** Files that are committed or would be: what git knows, and what is new and not ignored. Relative, sorted. */
export function repositoryFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return listed
    .split('\n')
    .filter((file) => file && existsSync(join(root, file)))
    .sort();
}
export const readText = (file: string): string => readFileSync(join(root, file), 'utf8');

export const isCode = (file: string): boolean => /\.(ts|mts|cts|mjs|cjs|js)$/.test(file);
/** Written by a script: in a folder that says so, or saying so in its first line. */
export const isGenerated = (file: string): boolean =>
  /(^|\/)(generated|gen)\//.test(file) || /generated/i.test(readText(file).slice(0, 200).split('\n')[0]!);

/** The modules a file imports, types and dynamic imports included, as written. */
export function importsOf(file: string): readonly string[] {
  const found = readText(file).matchAll(
    /^(?:import|export)\b[^'"]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm,
  );
  return [...found].map((match) => (match[1] ?? match[2] ?? match[3])!);
}
