import { parseModule } from '../../../../../rego/src/parse/module.ts';
import type { Module } from '../../../../../rego/src/syntax/index.ts';
import { configPackage } from './config.ts';
import { hasReferenceTo } from '../../../../../rego/src/syntax/references.ts';
import { toolsPackage } from './tools.ts';

/** Which packages of the library stand where: each under a neutral name, and under the one that public policies import. */
const packageTexts: Readonly<Record<string, string>> = {
  'ci.config': configPackage.replaceAll('LIBRARY', 'ci').replaceAll('DOCUMENT', 'the configuration'),
  'circleci.config': configPackage.replaceAll('LIBRARY', 'circleci').replaceAll('DOCUMENT', 'CircleCI configuration'),
  'ci.utils': toolsPackage.replaceAll('LIBRARY', 'ci'),
  'circleci.utils': toolsPackage.replaceAll('LIBRARY', 'circleci'),
};
const families = ['ci', 'circleci'];
/** The texts of the library by package, for engines that are not ours. */
export const libraryTexts = packageTexts;
const parsedPackages = new Map<string, Module>();

function libraryModule(name: string): Module {
  const known = parsedPackages.get(name) ?? parseModule(`library/${name}.rego`, packageTexts[name] as string);
  parsedPackages.set(name, known);
  return known;
}
export const isLibraryPackage = (path: readonly string[]): boolean =>
  families.includes(path[0] ?? '') && (path.length === 1 || path.join('.') in packageTexts);

/** The modules of the library that these modules use, by import or by their full path. */
export function findLibraryModules(modules: readonly Module[]): readonly Module[] {
  const used = families.filter((family) => modules.some((module) => hasReferenceTo(module, family)));
  return used.flatMap((family) => [libraryModule(`${family}.config`), libraryModule(`${family}.utils`)]);
}
