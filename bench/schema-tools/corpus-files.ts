/** Entries of the corpus, and the files they are read from. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface CorpusEntry {
  readonly name: string;
  readonly schema: unknown;
  /** Other schemas by URI that it refers to. */
  readonly schemas: { readonly [uri: string]: unknown };
  /** JSON texts. */
  readonly instances: readonly string[];
}

const root = join(import.meta.dirname, '../..');
export const nodeModules = join(root, 'node_modules');

/** All files below a folder, as paths; a link is not followed. */
export const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** At most so many, spread evenly. */
export const sampleEvenly = <T>(all: readonly T[], most: number): readonly T[] =>
  all.length <= most ? all : Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)]!);
