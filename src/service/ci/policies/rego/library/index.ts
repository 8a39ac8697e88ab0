import { parseModule } from '../parse/module.ts';
import type { Module } from '../syntax/index.ts';
import { config } from './config.ts';
import { mentions } from './mentions.ts';
import { tools } from './tools.ts';

/** Which packages of the library stand where: each under a neutral name, and under the one that public policies import. */
const packages: Readonly<Record<string, string>> = {
  'ci.config': config.replaceAll('LIBRARY', 'ci').replaceAll('DOCUMENT', 'the configuration'), 'circleci.config': config.replaceAll('LIBRARY', 'circleci').replaceAll('DOCUMENT', 'CircleCI configuration'),
  'ci.utils': tools.replaceAll('LIBRARY', 'ci'), 'circleci.utils': tools.replaceAll('LIBRARY', 'circleci'),
};
const families = ['ci', 'circleci'];
/** The texts of the library by package, for engines that are not ours. */
export const libraryTexts = packages;
const parsed = new Map<string, Module>();

function moduleOf(name: string): Module {
  const known = parsed.get(name) ?? parseModule(`library/${name}.rego`, packages[name] as string);
  parsed.set(name, known);
  return known;
}
export const isLibraryPackage = (path: readonly string[]): boolean => families.includes(path[0] ?? '') && (path.length === 1 || path.join('.') in packages);

/** The modules of the library that these modules use, by import or by their full path. */
export function libraryFor(modules: readonly Module[]): readonly Module[] {
  const used = families.filter((family) => modules.some((module) => mentions(module, family)));
  return used.flatMap((family) => [moduleOf(`${family}.config`), moduleOf(`${family}.utils`)]);
}
