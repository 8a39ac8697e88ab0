import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const above = dirname(fileURLToPath(new URL('../../package.json', import.meta.url)));

/**
 * The official JSON Schema test suite (MIT), which is not part of this project: named by JSON_SCHEMA_TEST_SUITE, or
 * found as `data/json-schema-test-suite` in a folder beside the checkout. Undefined where it is not at hand.
 */
export const suiteFolder = (): string | undefined => {
  const named = process.env['JSON_SCHEMA_TEST_SUITE'];
  if (named) return named;
  const beside = join(above, '..');
  return readdirSync(beside).map((name) => join(beside, name, 'data', 'json-schema-test-suite')).find((path) => existsSync(path));
};

export interface Case { readonly description: string; readonly schema: unknown; readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[] }

export const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

export const cases = (folder: string, dialect: string): readonly { readonly file: string; readonly cases: readonly Case[] }[] =>
  readdirSync(join(folder, 'tests', dialect)).filter((name) => name.endsWith('.json'))
    .map((name) => ({ file: name.replace('.json', ''), cases: read(join(folder, 'tests', dialect, name)) as readonly Case[] }));

const filesIn = (folder: string): readonly string[] => readdirSync(folder).flatMap((name) => {
  const path = join(folder, name);
  return statSync(path).isDirectory() ? filesIn(path) : path.endsWith('.json') ? [path] : [];
});

/** The schemas that tests refer to, by the URI they are to be served under. */
export const remotes = (folder: string, dialect: string): { readonly [uri: string]: unknown } => {
  const root = join(folder, 'remotes');
  return Object.fromEntries(filesIn(root).filter((path) => !/^(draft|v1)/.test(relative(root, path)) || relative(root, path).startsWith(dialect))
    .map((path) => [`http://localhost:1234/${relative(root, path)}`, read(path)]));
};
