import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/** What the service takes as one bundle, names included. */
const maxBundleSize = 2.5 * 1024 * 1024;

/** The engine reads every text as a template: what begins one is doubled. */
const escapeTemplates = (text: string): string => text.replaceAll(/[$%](?=\{)/g, (sign) => sign + sign);

/** Tests are next to the policies that they test, and are excluded. */
const findPolicyFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!_test)\.rego$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

const describeError = (error: unknown): string =>
  ({ ENOENT: 'is not there', ENOTDIR: 'is no folder', EACCES: 'may not be read' })[(error as NodeJS.ErrnoException).code ?? ''] ??
  `cannot be read (${(error as Error).message})`;

const readText = (file: string, fail: (why: string) => Error): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    throw fail(error instanceof TypeError ? `${file} is no UTF-8 text.` : `${file} ${describeError(error)}.`);
  }
};

/**
 * The policies of a folder and its subfolders: every `*.rego` file except tests (`*_test.rego`), by its relative path with `/`, escaped for
 * a configuration. Throws, with the construct's path, if there is none, or more than the service accepts.
 */
export const readPolicies = (construct: string, folder: string): { readonly [name: string]: string } => {
  const fail = (words: string): Error => new Error(`[${construct}] ${words}`);
  const found = (() => {
    try {
      return findPolicyFiles(folder);
    } catch (error) {
      throw fail(`The folder of the policies, ${resolve(folder)}, ${describeError(error)}.`);
    }
  })();
  if (found.length === 0)
    throw fail(
      `${resolve(folder)} holds no *.rego file. An empty bundle takes every policy away; if that is meant, write \`policies: {}\`.`,
    );
  const policies = found.map((file) => [relative(folder, file).split(sep).join('/'), readText(file, fail)] as const);
  const bytes = policies.reduce((sum, [name, text]) => sum + Buffer.byteLength(name) + Buffer.byteLength(text), 0);
  if (bytes > maxBundleSize)
    throw fail(`The policies in ${resolve(folder)} have ${bytes} bytes; the service takes ${maxBundleSize} at most.`);
  return Object.fromEntries(policies.map(([name, text]) => [name, escapeTemplates(text)]));
};
