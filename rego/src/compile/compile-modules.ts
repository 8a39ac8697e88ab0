import { createHash } from 'node:crypto';
import { checkRecursion } from './recursion.ts';
import { orderRule } from './order-rule.ts';
import { readPolicyName } from '../../../src/service/ci/policies/policy-name.ts';
import { buildRuleTree, type RuleNode } from './rule-tree.ts';
import { isStackOverflow, PolicyError } from '../errors.ts';
import { findLibraryModules, isLibraryPackage } from '../../../src/service/ci/policies/library/index.ts';
import { parseModule } from '../parse/module.ts';
import { resolveModules } from '../resolve/modules.ts';
import type { Module } from '../syntax/index.ts';

/** One policy of a bundle, under the name that its file gives it. */
export interface Policy {
  readonly name: string;
  readonly file: string;
  readonly content: string;
  /** SHA-256 of the content, in hex. */ readonly hash: string;
}
/** Policies that compile, ready to be asked. */
export interface Bundle {
  readonly policies: readonly Policy[];
  readonly root: RuleNode;
}

const parseModules = (files: Readonly<Record<string, string>>): readonly Module[] =>
  Object.keys(files)
    .sort()
    .map((file) => parseModule(file, files[file] as string));

/**
 * Compiles modules of any packages, without what configuration policies need besides: no names, no package `org`.
 * @throws PolicyFault with the first fault of the first file that has one.
 */
export function compileModules(files: Readonly<Record<string, string>>, modules = parseModules(files)): RuleNode {
  try {
    const root = buildRuleTree(resolveModules([...modules, ...findLibraryModules(modules)]).map(orderRule));
    checkRecursion(root);
    return root;
  } catch (error) {
    const [first] = modules;
    if (first && isStackOverflow(error)) throw new PolicyError('limit', first.file, first.at, 'the policies nest too deep');
    throw error;
  }
}

/**
 * Compiles configuration policies: each file is of the package `org` and begins with `policy_name["…"]`, a name that
 * no other file has. Both the older syntax of the language and the newer (`if`, `contains`) are read.
 * @throws PolicyFault with file, line, column and reason.
 */
export function compileBundle(files: Readonly<Record<string, string>>): Bundle {
  const modules = parseModules(files);
  const names = new Map<string, string>();
  const policies = modules.map((module): Policy => {
    const { name, at } = readPolicyName(module);
    const other = names.get(name);
    if (other !== undefined)
      throw new PolicyError('compile', module.file, at, `policy ${JSON.stringify(name)} is declared in ${other} too`);
    names.set(name, module.file);
    if (isLibraryPackage(module.package))
      throw new PolicyError('compile', module.file, module.at, `the package ${module.package.join('.')} is reserved`);
    if (module.package.join('.') !== 'org')
      throw new PolicyError('compile', module.file, module.at, `the package of a policy is org, not ${module.package.join('.')}`);
    const content = files[module.file] as string;
    return { name, file: module.file, content, hash: createHash('sha256').update(content).digest('hex') };
  });
  return { policies, root: compileModules(files, modules) };
}
