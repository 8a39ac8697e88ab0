import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileTexts } from './reference-pages.ts';

/** Folders that hold nothing but generated files. */
const generatedFolders = ['docs/resources', 'docs/data-sources', 'docs/actions', 'docs/functions'];

const strayFiles = (root: string, files: FileTexts): readonly string[] =>
  generatedFolders.flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder))
          .map((name) => `${folder}/${name}`)
          .filter((path) => !(path in files))
      : [],
  );

/** What on disk is not as generated: one line for each file. */
export const staleFiles = (root: string, files: FileTexts): readonly string[] => [
  ...Object.entries(files).flatMap(([path, text]) => {
    const at = join(root, path);
    return !existsSync(at) ? [`${path} is missing`] : readFileSync(at, 'utf8') === text ? [] : [`${path} is not as generated`];
  }),
  ...strayFiles(root, files).map((path) => `${path} is generated no more`),
];

export const writeFiles = (root: string, files: FileTexts): void => {
  for (const path of strayFiles(root, files)) rmSync(join(root, path));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};
