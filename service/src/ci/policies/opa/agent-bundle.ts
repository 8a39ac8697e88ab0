import { createHash } from 'node:crypto';
import { libraryTexts } from '../library/index.ts';
import { findPolicyName } from '../policy-name.ts';
import { PolicyError } from '@slipway/rego';
import type { Policy } from '../compile-bundle.ts';
import { renamePackage } from './rename-package.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The modules of a bundle in an agent: each has its own id, and all are below a package of this bundle. Plain data. */
export interface AgentModules {
  /** `b` and a part of the hash of all files: equal files give equal versions. */
  readonly version: string;
  readonly policies: readonly Policy[];
  /** Texts by id; the module that makes the decision is the last. */
  readonly modules: ReadonlyMap<string, string>;
}
export interface AgentBundle extends AgentModules {
  /** The file that a module was made from. */
  fileOf(id: string): string | undefined;
}

const moduleId = (version: string, index: number): string => `slipway/${version}/${index}`;

/** The module that maps the agent's `input` to the `input` and `data.meta` that policies expect. */
const decisionModule = (packageName: string): string =>
  `package ${packageName}.ask\n\ndecision := data.${packageName}.org with input as input.config with data.meta as input.meta\n`;

/** @throws PolicyError for a file that is not of the package `org`, or names no policy, or one that another file names. */
export const createAgentModules = (files: { readonly [file: string]: string }): AgentModules => {
  const names = Object.keys(files).sort();
  const version = `b${sha256(JSON.stringify(names.map((name) => [name, files[name]]))).slice(0, 32)}`;
  const packageName = `slipway.${version}`;
  const fileByName = new Map<string, string>();
  const modules = new Map<string, string>();
  const throwError = (file: string, reason: string): never => {
    throw new PolicyError('compile', file, { line: 1, column: 1 }, reason);
  };
  const isUsed = (family: string): boolean => names.some((name) => new RegExp(`\\bdata\\s*\\.\\s*${family}\\b`).test(files[name]!));
  for (const [path, text] of Object.entries(libraryTexts)) if (isUsed(path.split('.')[0]!)) modules.set(`slipway/library/${path}`, text);
  const policies = names.map((file, index): Policy => {
    const content = files[file]!;
    modules.set(moduleId(version, index), renamePackage(content, packageName) ?? throwError(file, 'the package of a policy is org'));
    const name = findPolicyName(file, content);
    if (fileByName.has(name)) throwError(file, `policy ${JSON.stringify(name)} is declared in ${fileByName.get(name)!} too`);
    fileByName.set(name, file);
    return { name, file, content, hash: sha256(content) };
  });
  modules.set(`slipway/${version}/ask`, decisionModule(packageName));
  return { version, policies, modules };
};

/** Adds the names of the files, from which the modules were created. */
export const createAgentBundle = (files: { readonly [file: string]: string }, modules: AgentModules): AgentBundle => {
  const fileBy = new Map(
    Object.keys(files)
      .sort()
      .map((name, index) => [moduleId(modules.version, index), name]),
  );
  return { ...modules, fileOf: (id) => fileBy.get(id.replace(/^\//, '')) };
};
