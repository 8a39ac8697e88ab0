import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseHcl } from '../../hcl/parse.ts';
import { isTestFile, isTestFolder, namedMockFolders } from './rewrite-tests.ts';
import type { SourceFile } from './rewrite-folder.ts';

export const isSource = (name: string): boolean => /\.(tf|tofu)$/.test(name);
export const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** Folders in a folder, by their paths below `top`. Not hidden ones, such as `.terraform`. */
export const foldersIn = (top: string, name: string): readonly string[] =>
  readdirSync(join(top, name), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map((entry) => posix.join(name, entry.name))
    .toSorted();

/**
 * Folders below that of a module that have its tests or mocks: `tests`, and what `-test-directory` may name. Folders with a configuration
 * of their own are other modules, unless they are below `tests`.
 */
export const findTestFolders = (top: string, name: string): readonly string[] =>
  foldersIn(top, name).flatMap((folder) => {
    const files = readdirSync(join(top, folder));
    if (files.some(isSource) && !isTestFolder(folder)) return [];
    return [...(isTestFolder(folder) || files.some(isTestFile) ? [folder] : []), ...findTestFolders(top, folder)];
  });

/** Folders of mocks that test files of a module name, and that are somewhere below `top`. Throws an HclError. */
export const findMockFolders = (top: string, module: string, sources: readonly SourceFile[]): readonly string[] =>
  sources
    .filter(({ path }) => isTestFile(path))
    .flatMap(({ path, text }) => namedMockFolders(parseHcl(path, text), module))
    .filter((folder) => folder !== '..' && !folder.startsWith('../') && isFolder(join(top, folder)));
