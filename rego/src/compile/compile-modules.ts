import { checkTypes } from '../check/check-types.ts';
import { isStackOverflow, PolicyError } from '../errors.ts';
import { parseModule, type ParseOptions } from '../parse/module.ts';
import { resolveModules } from '../resolve/modules.ts';
import type { Module } from '../syntax/index.ts';
import { orderRule } from './order-rule.ts';
import { orderNodes } from './recursion.ts';
import { buildRuleTree, type RuleNode } from './rule-tree.ts';

export interface CompileOptions {
  /** Selects modules of a library that the given modules refer to; they are compiled along. */
  readonly library?: (modules: readonly Module[]) => readonly Module[];
  /** Whether an import or a variable that is never used is an error; false by default. */
  readonly strict?: boolean;
  /** Paths below `data` that a module must not refer to (`meta.branch`), each with the reason that the error states. */
  readonly forbiddenPaths?: ReadonlyMap<string, string>;
}

const noPaths: ReadonlyMap<string, string> = new Map();

/**
 * Parses modules from their texts by file name, in the order of the names.
 * @throws PolicyError with the first error of the first file that has one.
 */
export const parseModules = (files: Readonly<Record<string, string>>, options: ParseOptions = {}): readonly Module[] =>
  Object.keys(files)
    .sort()
    .map((file) => parseModule(file, files[file] as string, options));

/**
 * Compiles modules of any packages into a tree of rules that `query` evaluates. The older syntax of the language and the
 * newer one (`if`, `contains`) are both accepted.
 * @throws PolicyError with the first error of the first module that has one.
 */
export function compileModules(modules: readonly Module[], options: CompileOptions = {}): RuleNode {
  const { library, strict: isStrict = false, forbiddenPaths = noPaths } = options;
  try {
    const all = [...modules, ...(library?.(modules) ?? [])];
    const rules = resolveModules(all, { forbiddenPaths, isStrict }).map(orderRule);
    const root = buildRuleTree(
      rules,
      all.map((module) => module.package),
    );
    checkTypes(root, orderNodes(root));
    return root;
  } catch (error) {
    const [first] = modules;
    if (first && isStackOverflow(error)) throw new PolicyError('limit', first.file, first.at, 'the policies nest too deep');
    throw error;
  }
}
