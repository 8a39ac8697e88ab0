import { hasReferenceTo, type Module, parseModule } from '@slipway/rego';
import { configPackage } from './config.ts';
import { toolsPackage } from './tools.ts';

/** Texts of the library by package: each under a neutral name and under the name that public policies import. */
export const libraryTexts: Readonly<Record<string, string>> = {
  'ci.config': configPackage.replaceAll('LIBRARY', 'ci').replaceAll('DOCUMENT', 'the configuration'),
  'circleci.config': configPackage.replaceAll('LIBRARY', 'circleci').replaceAll('DOCUMENT', 'CircleCI configuration'),
  'ci.utils': toolsPackage.replaceAll('LIBRARY', 'ci'),
  'circleci.utils': toolsPackage.replaceAll('LIBRARY', 'circleci'),
};
const families = ['ci', 'circleci'];
const parsedPackages = new Map<string, Module>();

function libraryModule(name: string): Module {
  const known = parsedPackages.get(name) ?? parseModule(`library/${name}.rego`, libraryTexts[name] as string);
  parsedPackages.set(name, known);
  return known;
}
export const isLibraryPackage = (path: readonly string[]): boolean =>
  families.includes(path[0] ?? '') && (path.length === 1 || path.join('.') in libraryTexts);

/** The library modules that these modules use, by import or by full path. */
export function findLibraryModules(modules: readonly Module[]): readonly Module[] {
  const used = families.filter((family) => modules.some((module) => hasReferenceTo(module, family)));
  return used.flatMap((family) => [libraryModule(`${family}.config`), libraryModule(`${family}.utils`)]);
}
