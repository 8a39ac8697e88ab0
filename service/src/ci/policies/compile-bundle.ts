import { createHash } from 'node:crypto';
import { compileModules, type Module, parseModules, PolicyError, type RuleNode } from '@slipway/rego';
import { findLibraryModules, isLibraryPackage } from './library/index.ts';
import { readPolicyName } from './policy-name.ts';

/** One policy of a bundle, under the name that its file gives it. */
export interface Policy {
  readonly name: string;
  readonly file: string;
  readonly content: string;
  /** SHA-256 of the content, in hex. */
  readonly hash: string;
}
/** Compiled policies, ready for evaluation. */
export interface Bundle {
  readonly policies: readonly Policy[];
  readonly root: RuleNode;
}

const forbiddenPaths = new Map([['meta.branch', 'invalid use of data.meta.branch: the branch is data.meta.vcs.branch']]);

/** Compiles modules of any packages together with the library packages that they use. @throws PolicyError */
export const compilePolicyModules = (modules: readonly Module[]): RuleNode =>
  compileModules(modules, { library: findLibraryModules, forbiddenPaths, strict: true });

/**
 * Compiles configuration policies: each file has the package `org` and begins with `policy_name["…"]`, a name that no other
 * file has.
 * @throws PolicyError with file, line, column and reason.
 */
export function compileBundle(files: Readonly<Record<string, string>>): Bundle {
  const modules = parseModules(files);
  const fileByName = new Map<string, string>();
  const policies = modules.map((module): Policy => {
    const { file } = module;
    const { name, at } = readPolicyName(module);
    const otherFile = fileByName.get(name);
    if (otherFile !== undefined)
      throw new PolicyError('compile', file, at, `policy ${JSON.stringify(name)} is declared in ${otherFile} too`);
    fileByName.set(name, file);
    const packageName = module.package.join('.');
    if (isLibraryPackage(module.package)) throw new PolicyError('compile', file, module.at, `the package ${packageName} is reserved`);
    if (packageName !== 'org') throw new PolicyError('compile', file, module.at, `the package of a policy is org, not ${packageName}`);
    const content = files[file] as string;
    return { name, file, content, hash: createHash('sha256').update(content).digest('hex') };
  });
  return { policies, root: compilePolicyModules(modules) };
}
