import { isStackOverflow, PolicyError } from '../errors.ts';
import { parseModule } from '../parse/module.ts';
import { resolveModules } from '../resolve/modules.ts';
import type { Module } from '../syntax/index.ts';
import { orderRule } from './order-rule.ts';
import { checkRecursion } from './recursion.ts';
import { buildRuleTree, type RuleNode } from './rule-tree.ts';

export interface CompileOptions {
  /** Selects modules of a library that the given modules refer to; they are compiled along. */
  readonly library?: (modules: readonly Module[]) => readonly Module[];
  /** Paths below `data` that a module must not refer to (`meta.branch`), each with the reason that the error states. */
  readonly forbiddenPaths?: ReadonlyMap<string, string>;
}

const noPaths: ReadonlyMap<string, string> = new Map();

/**
 * Parses modules from their texts by file name, in the order of the names.
 * @throws PolicyError with the first error of the first file that has one.
 */
export const parseModules = (files: Readonly<Record<string, string>>): readonly Module[] =>
  Object.keys(files)
    .sort()
    .map((file) => parseModule(file, files[file] as string));

/**
 * Compiles modules of any packages into a tree of rules that `query` evaluates. The older syntax of the language and the
 * newer one (`if`, `contains`) are both accepted.
 * @throws PolicyError with the first error of the first module that has one.
 */
export function compileModules(modules: readonly Module[], { library, forbiddenPaths = noPaths }: CompileOptions = {}): RuleNode {
  try {
    const root = buildRuleTree(resolveModules([...modules, ...(library?.(modules) ?? [])], forbiddenPaths).map(orderRule));
    checkRecursion(root);
    return root;
  } catch (error) {
    const [first] = modules;
    if (first && isStackOverflow(error)) throw new PolicyError('limit', first.file, first.at, 'the policies nest too deep');
    throw error;
  }
}
