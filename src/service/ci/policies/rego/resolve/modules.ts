import { PolicyFault } from '../fault.ts';
import type { Import, Module, Rule } from '../syntax/index.ts';
import type { ResolvedRule } from './resolved.ts';
import { resolveRule } from './rule.ts';
import type { Surroundings } from './scope.ts';

const packageOf = (module: Module) => module.package.join('.');
const pathOf = (module: Module, { name, path }: Rule) => [...module.package, name, ...path.map((step) => (step.term === 'scalar' ? String(step.value) : '?'))].join('.');

function importsOf({ file, imports }: Module): ReadonlyMap<string, Import> {
  const found = new Map<string, Import>();
  for (const each of imports) {
    if (found.has(each.alias)) throw new PolicyFault('compile', file, each.at, `import must not shadow the import ${each.alias}`);
    found.set(each.alias, each);
  }
  return found;
}

function functionsOf(modules: readonly Module[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const module of modules) {
    for (const rule of module.rules) {
      if (!rule.items) continue;
      const path = pathOf(module, rule);
      const takes = found.get(path) ?? rule.items.length;
      if (takes !== rule.items.length) throw new PolicyFault('compile', module.file, rule.at, `conflicting rules: ${path} takes another number of arguments elsewhere: ${takes}`);
      found.set(path, takes);
    }
  }
  return found;
}

/** Gives the names in all modules their meaning. An import that is never used is refused, as is a variable. */
export function resolveModules(modules: readonly Module[]): readonly ResolvedRule[] {
  const functions = functionsOf(modules);
  const names = new Map<string, Set<string>>();
  for (const module of modules) {
    const rules = names.get(packageOf(module)) ?? new Set();
    for (const { name } of module.rules) rules.add(name);
    names.set(packageOf(module), rules);
  }
  return modules.flatMap((module) => {
    const imports = importsOf(module);
    const surroundings: Surroundings = { file: module.file, package: module.package, imports, rules: names.get(packageOf(module)) ?? new Set(), functions, usedImports: new Set() };
    const resolved = module.rules.map((rule) => resolveRule(surroundings, module, rule));
    const idle = [...imports.values()].find(({ alias }) => !surroundings.usedImports.has(alias));
    if (idle) throw new PolicyFault('compile', module.file, idle.at, `import ${idle.path.join('.')} unused`);
    return resolved;
  });
}
