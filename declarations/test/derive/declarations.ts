import { readdirSync } from 'node:fs';
import type { Attributes, Constraint } from '../../src/declare/index.ts';

export interface Declaration {
  form: string;
  name: string;
  doc: string;
  attributes: Attributes;
  constraints?: readonly Constraint[];
}

const folder = new URL('../../src/resources/', import.meta.url);
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3));

const isDeclaration = (value: unknown): value is Declaration =>
  typeof value === 'object' && value !== null && 'form' in value && 'name' in value && 'attributes' in value;

/** Everything that is declared below declarations/src/resources, found by reading the directory. */
export const loadDeclarations = async (): Promise<readonly Declaration[]> => {
  const modules = await Promise.all(names.map((name) => import(`../../src/resources/${name}.ts`) as Promise<object>));
  return [...new Set(modules.flatMap((module) => Object.values(module)).filter(isDeclaration))];
};
