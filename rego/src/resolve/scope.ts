import { PolicyError, type Position } from '../errors.ts';
import type { RuleMetadata, SharedAnnotations } from './metadata.ts';
import type { Import } from '../syntax/index.ts';

/** The names of a file outside of bodies. */
export interface ModuleScope {
  readonly file: string;
  readonly package: readonly string[];
  readonly imports: ReadonlyMap<string, Import>;
  /** First names of the rules of this package, over all its files. */
  readonly rules: ReadonlySet<string>;
  /** The number of arguments of each function, by its path below `data` joined with dots. */
  readonly functions: ReadonlyMap<string, number>;
  /** The paths of rules without parameters, in the same form: one can be called where its type is not a single one. */
  readonly values: ReadonlySet<string>;
  /** Paths below `data` that must not be used, joined with dots, each with the reason. */
  readonly forbiddenPaths: ReadonlyMap<string, string>;
  readonly version?: 0 | 1;
  readonly usedImports: Set<string>;
  readonly annotations: SharedAnnotations;
  /** Whether a variable that is assigned and never used is an error. */
  readonly isStrict: boolean;
}
interface SlotDeclaration {
  readonly name: string;
  readonly at: Position;
  readonly declared: 'assigned' | 'declared' | undefined;
  uses: number;
}
/** The variables of one rule while it is resolved. */
export interface RuleScope {
  readonly module: ModuleScope;
  readonly slots: SlotDeclaration[];
  /** The values of `rego.metadata.rule` and `rego.metadata.chain` in this rule. */
  readonly metadata: RuleMetadata;
}
export interface Scope {
  readonly rule: RuleScope;
  readonly parent?: Scope;
  readonly names: Map<string, number>;
  readonly seen: Set<string>;
}

export const createScope = (rule: RuleScope, parent?: Scope): Scope => ({
  rule,
  names: new Map(),
  seen: new Set(),
  ...(parent ? { parent } : {}),
});
export function throwCompileError(scope: Scope, at: Position, reason: string, kind: 'compile' | 'unsupported' = 'compile'): never {
  throw new PolicyError(kind, scope.rule.module.file, at, reason);
}

/** Adds a new slot. */
export function addSlot(scope: Scope, name: string, at: Position, declared?: SlotDeclaration['declared']): number {
  scope.rule.slots.push({ name, at, declared, uses: 0 });
  return scope.rule.slots.length - 1;
}

/** Declares a variable in this scope. @throws PolicyError when the name is already declared or used in it. */
export function declareVariable(scope: Scope, name: string, at: Position, how: SlotDeclaration['declared']): number {
  if (name === 'input' || name === 'data') throwCompileError(scope, at, `variables must not shadow ${name}`);
  const before = scope.names.get(name);
  if (before !== undefined) throwCompileError(scope, at, `var ${name} ${scope.rule.slots[before]?.declared ?? 'referenced'} above`);
  if (scope.seen.has(name)) throwCompileError(scope, at, `var ${name} referenced above`);
  const slot = addSlot(scope, name, at, how);
  scope.names.set(name, slot);
  return slot;
}

/** The slot of a name in this scope or an outer one. An outer scope may still declare a name that is only used in this one. */
export function findSlot(scope: Scope, name: string): number | undefined {
  scope.seen.add(name);
  for (let each: Scope | undefined = scope; each; each = each.parent) {
    const slot = each.names.get(name);
    if (slot !== undefined) return slot;
  }
  return undefined;
}
export const isGlobalName = (
  {
    rule: {
      module: { imports, rules },
    },
  }: Scope,
  name: string,
): boolean => name === 'input' || name === 'data' || imports.has(name) || rules.has(name);

/** The path of a global name, beginning with `input` or `data`. */
export function resolveGlobalPath({ rule: { module } }: Scope, name: string): readonly string[] {
  const imported = module.imports.get(name);
  if (imported) {
    module.usedImports.add(name);
    return imported.path;
  }
  return module.rules.has(name) ? ['data', ...module.package, name] : [name];
}

/** @throws PolicyError for a variable that is declared, or in strict checks assigned, but never used. */
export function checkUnusedVariables({ slots, module }: RuleScope): void {
  const unused = slots.find(
    ({ declared, uses, name }) => (declared === 'declared' || (declared && module.isStrict)) && uses === 0 && name !== '_',
  );
  if (unused) throw new PolicyError('compile', module.file, unused.at, `${unused.declared} var ${unused.name} unused`);
}
