import type { Annotation, Module, Rule } from '../syntax/index.ts';
import { objectOf, type RegoValue } from '../values/index.ts';

/** The annotations of all modules that hold for more than one rule, by path. */
export interface SharedAnnotations {
  readonly documents: ReadonlyMap<string, Annotation>;
  readonly packages: ReadonlyMap<string, Annotation>;
  readonly subpackages: ReadonlyMap<string, Annotation>;
}
const keyOfPath = (path: readonly string[]): string => JSON.stringify(path);
/** The constant beginning of a rule's path. */
const pathOfRule = (module: Module, { name, path }: Rule): readonly string[] => {
  const end = path.findIndex((step) => step.term !== 'scalar' || typeof step.value !== 'string');
  const constants = path.slice(0, end === -1 ? undefined : end).map((step) => (step.term === 'scalar' ? String(step.value) : ''));
  return [...module.package, name, ...constants];
};

export function indexAnnotations(modules: readonly Module[]): SharedAnnotations {
  const [documents, packages, subpackages] = [new Map(), new Map(), new Map()] as Map<string, Annotation>[];
  for (const module of modules) {
    for (const annotation of module.annotations ?? [])
      (annotation.scope === 'package' ? packages : subpackages)?.set(keyOfPath(module.package), annotation);
    for (const rule of module.rules)
      if (rule.annotation?.scope === 'document') documents?.set(keyOfPath(pathOfRule(module, rule)), rule.annotation);
  }
  return { documents: documents ?? new Map(), packages: packages ?? new Map(), subpackages: subpackages ?? new Map() };
}

const entryOf = (path: readonly string[], annotation: Annotation | undefined): RegoValue =>
  objectOf([['path', [...path]], ...(annotation ? [['annotations', annotation.value] as const] : [])]);

/** The annotations visible to a rule: its own, and all enclosing ones from the inside out, each with its subject. */
export interface RuleMetadata {
  readonly rule: RegoValue;
  readonly chain: RegoValue;
}
export function findMetadata(shared: SharedAnnotations, module: Module, rule: Rule): RuleMetadata {
  const path = pathOfRule(module, rule);
  const own = rule.annotation?.scope === 'rule' ? rule.annotation : undefined;
  const outer = (places: ReadonlyMap<string, Annotation>, at: readonly string[]): readonly RegoValue[] => {
    const found = places.get(keyOfPath(at));
    return found ? [entryOf(at, found)] : [];
  };
  const above = module.package.map((_, index) => module.package.slice(0, module.package.length - index));
  return {
    rule: own?.value ?? objectOf([]),
    chain: [
      entryOf(path, own),
      ...outer(shared.documents, path),
      ...outer(shared.packages, module.package),
      ...above.flatMap((at) => outer(shared.subpackages, at)),
    ],
  };
}
