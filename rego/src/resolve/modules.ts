import { PolicyError } from '../errors.ts';
import type { Import, Module, Rule } from '../syntax/index.ts';
import { formatPath } from '../syntax/path-text.ts';
import { indexAnnotations } from './metadata.ts';
import type { ResolvedRule } from './resolved.ts';
import { resolveRule } from './rule.ts';
import type { ModuleScope } from './scope.ts';

const packagePath = (module: Module) => formatPath(module.package);
const rulePath = (module: Module, { name, path }: Rule) =>
  formatPath([...module.package, name, ...path.map((step) => (step.term === 'scalar' ? String(step.value) : '?'))]);

function indexImports({ file, imports, version }: Module, isStrict: boolean): ReadonlyMap<string, Import> {
  const index = new Map<string, Import>();
  for (const each of imports) {
    if (index.has(each.alias) && (isStrict || version === 1))
      throw new PolicyError('compile', file, each.at, `import must not shadow the import ${each.alias}`);
    index.set(each.alias, each);
  }
  return index;
}

function indexFunctions(modules: readonly Module[]): ReadonlyMap<string, number> {
  const index = new Map<string, number>();
  for (const module of modules) {
    for (const rule of module.rules) {
      if (!rule.items) continue;
      const path = rulePath(module, rule);
      const arity = index.get(path) ?? rule.items.length;
      if (arity !== rule.items.length)
        throw new PolicyError(
          'compile',
          module.file,
          rule.at,
          `conflicting rules: ${path} takes another number of arguments elsewhere: ${arity}`,
        );
      index.set(path, arity);
    }
  }
  return index;
}

const indexValues = (modules: readonly Module[]): ReadonlySet<string> =>
  new Set(modules.flatMap((module) => module.rules.filter(({ items }) => !items).map((rule) => rulePath(module, rule))));

/** Names of rules by package, over all its files. */
function indexRuleNames(modules: readonly Module[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const module of modules) {
    const ruleNames = names.get(packagePath(module)) ?? new Set();
    for (const { name } of module.rules) ruleNames.add(name);
    names.set(packagePath(module), ruleNames);
  }
  return names;
}

/**
 * Resolves the names in all modules. `forbiddenPaths`: paths below `data` that must not be used, each with its reason.
 * @throws PolicyError, with `isStrict` also for an import or a variable that is never used.
 */
export function resolveModules(
  modules: readonly Module[],
  { forbiddenPaths, isStrict }: { readonly forbiddenPaths: ReadonlyMap<string, string>; readonly isStrict: boolean },
): readonly ResolvedRule[] {
  const functions = indexFunctions(modules);
  const values = indexValues(modules);
  const ruleNames = indexRuleNames(modules);
  const annotations = indexAnnotations(modules);
  return modules.flatMap((module) => {
    const imports = indexImports(module, isStrict);
    const scope: ModuleScope = {
      file: module.file,
      package: module.package,
      imports,
      rules: ruleNames.get(packagePath(module)) ?? new Set(),
      functions,
      values,
      forbiddenPaths,
      ...(module.version === undefined ? {} : { version: module.version }),
      annotations,
      usedImports: new Set(),
      isStrict,
    };
    const resolved = module.rules.map((rule) => resolveRule(scope, module, rule));
    const unused = isStrict && [...imports.values()].find(({ alias }) => !scope.usedImports.has(alias));
    if (unused) throw new PolicyError('compile', module.file, unused.at, `import ${formatPath(unused.path)} unused`);
    return resolved;
  });
}
