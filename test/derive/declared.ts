import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { Attributes, Constraint } from '../../src/declare/index.ts';

export interface Declared { form: string; name: string; doc: string; attributes: Attributes; constraints?: readonly Constraint[] }

const files = (folder: string): string[] => readdirSync(folder).flatMap((name) => {
  const path = join(folder, name);
  return statSync(path).isDirectory() ? files(path) : path.endsWith('.ts') ? [path] : [];
});

const isDeclared = (value: unknown): value is Declared =>
  typeof value === 'object' && value !== null && 'form' in value && 'name' in value && 'attributes' in value;

/** Everything that is declared below src/resources, found by reading the directory. */
export const declared = async (): Promise<readonly Declared[]> => {
  const modules = await Promise.all(files(fileURLToPath(new URL('../../src/resources', import.meta.url))).map((path) => import(pathToFileURL(path).href) as Promise<object>));
  return [...new Set(modules.flatMap((module) => Object.values(module)).filter(isDeclared))];
};
