import { readdirSync } from 'node:fs';
import type { Attributes, Constraint } from '../../src/declare/index.ts';

export interface Declared { form: string; name: string; doc: string; attributes: Attributes; constraints?: readonly Constraint[] }

const folder = new URL('../../src/resources/', import.meta.url);
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3));

const isDeclared = (value: unknown): value is Declared =>
  typeof value === 'object' && value !== null && 'form' in value && 'name' in value && 'attributes' in value;

/** Everything that is declared below src/resources, found by reading the directory. */
export const declared = async (): Promise<readonly Declared[]> => {
  const modules = await Promise.all(names.map((name) => import(`../../src/resources/${name}.ts`) as Promise<object>));
  return [...new Set(modules.flatMap((module) => Object.values(module)).filter(isDeclared))];
};
