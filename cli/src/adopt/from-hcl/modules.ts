import { posix } from 'node:path';
import { findAttribute, type HclBlock, type HclFile, textOf } from '../../hcl/parse.ts';
import { type PublicProvider, publicProviders } from './counterparts.ts';
import {
  addressOf,
  type ConvertedBlock,
  findPublicBlocks,
  findTopBlocks,
  isConverted,
  literalOf,
  localNameOf,
  type PublicBlock,
} from './find-blocks.ts';
import type { ConvertedIndex } from './rewrite-references.ts';

/** A folder of configuration, and the modules that it calls. */
export interface Module {
  /** Below the folder that is rewritten; '' is that folder. */
  readonly folder: string;
  readonly files: readonly HclFile[];
  /** The blocks of the public providers, those that stay included. */
  readonly blocks: readonly PublicBlock[];
  readonly calls: readonly ModuleCall[];
}
export interface ModuleCall {
  readonly file: HclFile;
  readonly block: HclBlock;
  readonly name: string;
  /** Undefined: it is not rewritten together with its caller. */
  readonly target: Module | undefined;
  /** Its source is a folder. */
  readonly isLocal: boolean;
}

/** The folder that a `source` names, from the folder of its file; undefined: it is no folder. */
export const sourceFolder = (folder: string, source: string | undefined): string | undefined => {
  if (source === undefined || !/^\.\.?\//.test(source)) return undefined;
  const path = posix.join(folder, source).replace(/\/$/, '');
  return path === '.' ? '' : path;
};
export const folderOf = (path: string): string => {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
};

/** Modules by their folders. */
export const readModules = (files: readonly HclFile[]): ReadonlyMap<string, Module> => {
  const modules = new Map<string, Module & { calls: ModuleCall[] }>();
  for (const folder of new Set(files.map(({ path }) => folderOf(path)))) {
    const own = files.filter(({ path }) => folderOf(path) === folder);
    modules.set(folder, { folder, files: own, blocks: findPublicBlocks(own), calls: [] });
  }
  for (const { folder, files: own, calls } of modules.values())
    for (const { file, block } of findTopBlocks(own, 'module')) {
      const path = sourceFolder(folder, literalOf(file, block.body, 'source'));
      const target = path === undefined ? undefined : modules.get(path);
      calls.push({ file, block, name: block.labels[0]?.text ?? '', target, isLocal: path !== undefined });
    }
  return modules;
};

/** The module and those that it calls, at any depth. */
const reachable = (module: Module, found: Set<Module> = new Set()): ReadonlySet<Module> => {
  if (found.has(module)) return found;
  found.add(module);
  for (const { target } of module.calls) if (target) reachable(target, found);
  return found;
};

export const convertedOf = ({ blocks }: Module): readonly ConvertedBlock[] => blocks.filter(isConverted);

/** The public providers of which something is converted in a module or in one that it calls. */
export const convertedProviders = (module: Module): readonly PublicProvider[] => {
  const all = [...reachable(module)].flatMap(convertedOf);
  return publicProviders.filter((provider) => all.some((one) => one.provider === provider));
};

/** A block that stays, an ephemeral resource, a `removed` block, a module that is not rewritten: something here needs the provider. */
const needsItself = ({ files, blocks, calls }: Module, provider: PublicProvider): boolean => {
  const isTheirs = (type: string): boolean => type.startsWith(`${provider.prefix}_`);
  const removed = findTopBlocks(files, 'removed').map(({ file, block }) => {
    const from = findAttribute(file, block.body, 'from');
    return from ? textOf(file, file.tokens[from.from]!) : '';
  });
  return (
    calls.some(({ target }) => !target) ||
    removed.some(isTheirs) ||
    blocks.some((one) => one.provider === provider && !isConverted(one)) ||
    findTopBlocks(files, 'ephemeral').some(
      ({ file, block }) => isTheirs(block.labels[0]?.text ?? '') && localNameOf(file, block) === provider.prefix,
    )
  );
};

/** Whether something of a module, or of one that it calls, still needs the public provider. */
export const isStillNeeded = (module: Module, provider: PublicProvider): boolean =>
  [...reachable(module)].some((one) => needsItself(one, provider));

/** Converted blocks by what expressions call them. */
export const indexOf = (module: Module): ConvertedIndex => new Map(convertedOf(module).map((one) => [addressOf(one), one]));

/** The converted block in a called module, by the names of the calls that lead to it. */
export const findCalled = (module: Module, calls: readonly string[], address: string): ConvertedBlock | undefined => {
  const called = calls.reduce<Module | undefined>((one, name) => one?.calls.find((call) => call.name === name)?.target, module);
  return called && convertedOf(called).find((one) => addressOf(one) === address);
};
