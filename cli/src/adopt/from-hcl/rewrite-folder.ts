import { posix } from 'node:path';
import { lineNumbers, withoutCovered } from '../../hcl/edits.ts';
import { findAttribute, type HclFile, parseHcl } from '../../hcl/parse.ts';
import { type PublicProvider, publicProviders } from './counterparts.ts';
import { addressOf, findSources, findTopBlocks, isConverted, literalOf, type Remark, remarkAt } from './find-blocks.ts';
import {
  convertedOf,
  convertedProviders,
  findCalled,
  folderOf,
  indexOf,
  isStillNeeded,
  type Module,
  readModules,
  sourceFolder,
} from './modules.ts';
import { rewriteBlock, joinRewritings } from './rewrite-block.ts';
import { type CalledProviders, rewriteProviderMap } from './rewrite-calls.ts';
import { rewriteDynamic } from './rewrite-dynamic.ts';
import { applyToFiles, groupByFile } from './apply-to-files.ts';
import { aliasOf, type ProviderBlock, rewriteProviders } from './rewrite-provider.ts';
import { rewriteModuleAddress, rewriteReferences } from './rewrite-references.ts';
import { findMockOwners, isTestFile, isTestFolder, rewriteTestFile, testedModule } from './rewrite-tests.ts';
import { removeAliases, requirement, requireSlipway } from './rewrite-requirements.ts';

export interface SourceFile {
  /** The path below the folder. */
  readonly path: string;
  readonly text: string;
}
/** A remark with the number of its line. */
export type ReportedRemark = Omit<Remark, 'at'> & { readonly line: number };

export interface FolderRewriting {
  /** Files that change, with their new texts. */
  readonly files: readonly SourceFile[];
  /** `folder`: of the module that has them, unless it is the folder itself. */
  readonly moves: readonly { readonly folder?: string; readonly from: string; readonly to: string }[];
  /** What has to be done by hand. */
  readonly remarks: readonly ReportedRemark[];
}

export const movesFile = 'slipway_moves.tf';

const renderMove = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  `moved {\n  from = ${from}\n  to   = ${to}\n}\n`;

/** Resources, data sources, what refers to them, and what modules are given. */
const rewriteBlocks = (module: Module) => {
  const index = indexOf(module);
  const byFile = groupByFile(convertedOf(module));
  const all = module.files.map((file) => {
    const rewritten = (byFile.get(file) ?? []).map((one) => rewriteBlock(one, (...dynamic) => rewriteDynamic(...dynamic, index)));
    const given = module.calls.flatMap(({ file: place, block, name, target }) =>
      target && place === file ? [rewriteProviderMap(file, block, calledProviders(target), `module.${name}`)] : [],
    );
    const imported = findTopBlocks([file], 'import').flatMap(({ block }) => {
      const to = findAttribute(file, block.body, 'to');
      return to ? [rewriteModuleAddress(file, to.from, (...called) => findCalled(module, ...called))] : [];
    });
    return { file, ...joinRewritings([...rewritten, rewriteReferences(file, index), ...given, ...imported]) };
  });
  return {
    ...applyToFiles(
      module.files,
      all.flatMap(({ file, edits }) => withoutCovered(edits).map((edit) => ({ file, edit }))),
    ),
    remarks: all.flatMap(({ remarks }) => remarks),
  };
};

/** Provider blocks, by alias, of the public providers of which something was converted. */
const groupProviders = (files: readonly HclFile[], converted: readonly PublicProvider[]): readonly (readonly ProviderBlock[])[] => {
  const sources = findSources(files);
  const found = findTopBlocks(files, 'provider').flatMap(({ file, block }): readonly ProviderBlock[] => {
    const local = block.labels[0]?.text ?? '';
    const source = sources.get(local);
    const provider = converted.find((one) => (source ? one.source.test(source) : one.prefix === local));
    return provider ? [{ file, block, provider, alias: aliasOf(file, block) }] : [];
  });
  return [...new Set(found.map(({ alias }) => alias))].map((alias) => found.filter((one) => one.alias === alias));
};

const rewriteSettings = (files: readonly HclFile[], { folder, converted, isKept, isCalled }: Surroundings) => {
  const ours = findTopBlocks(files, 'provider').filter(({ block }) => block.labels[0]?.text === 'slipway');
  const present = (alias: string | null) => ours.find(({ file, block }) => aliasOf(file, block) === alias);
  const groups = groupProviders(files, converted);
  const all = groups
    .filter((group) => !present(group[0]!.alias))
    .map((group) => {
      const isDefault = group[0]!.alias === null;
      return rewriteProviders(group, isKept, isDefault ? converted.filter((one) => group.every(({ provider }) => provider !== one)) : []);
    });
  const remarks = groups.flat().flatMap(({ file, block, provider: { prefix, section }, alias }) => {
    const own = present(alias);
    return !own || findAttribute(own.file, own.block.body, section)
      ? []
      : [remarkAt(file, block.type.start, `provider.${prefix}`, `write its settings as "${section}" of provider "slipway"`)];
  });
  const isConfigured = isCalled || ours.length > 0 || groups.length > 0;
  const sections = converted.map(({ section }) => `${section} = { dialect = "hosted" }`).join(', ');
  const reason = `no file here configures it; in the root module it needs ${sections}`;
  const unconfigured = isConfigured ? [] : [{ file: posix.join(folder, movesFile), at: 0, subject: 'provider.slipway', reason }];
  return { edits: all.flatMap(({ edits }) => edits), remarks: [...all.flatMap((one) => one.remarks), ...remarks, ...unconfigured] };
};

const describeMoves = (module: Module): FolderRewriting['moves'] =>
  convertedOf(module)
    .filter(({ mode }) => mode === 'resource')
    .map((one) => ({
      ...(module.folder === '' ? {} : { folder: module.folder }),
      from: addressOf(one),
      to: `slipway_${one.counterpart.to}.${one.name}`,
    }));

const remarksOf = ({ files, blocks, calls }: Module): readonly Remark[] => [
  ...blocks.flatMap((one) =>
    isConverted(one) ? [] : [remarkAt(one.file, one.block.type.start, addressOf(one), one.counterpart as string)],
  ),
  ...findTopBlocks(files, 'ephemeral')
    .filter(({ block }) => publicProviders.some(({ prefix }) => block.labels[0]?.text.startsWith(`${prefix}_`)))
    .map(({ file, block }) =>
      remarkAt(
        file,
        block.type.start,
        `ephemeral.${block.labels.map(({ text }) => text).join('.')}`,
        'write an ephemeral resource by hand',
      ),
    ),
  ...calls
    .filter(({ target }) => blocks.length > 0 && !target)
    .map(({ file, block, name, isLocal }) =>
      remarkAt(
        file,
        block.type.start,
        `module.${name}`,
        isLocal
          ? 'its folder is not below the folder that is rewritten: rewrite it, too'
          : 'it is no folder here: rewrite it where it comes from',
      ),
    ),
];

/** The new text of the file of moves: what it has, what the engine must install, and the moves. */
const renderMoves = (before: string | undefined, head: string, moves: FolderRewriting['moves']): string =>
  [...(before === undefined ? [] : [`${before.trimEnd()}\n`]), head + moves.map(renderMove).join('\n')].join('\n');

const reportOn = (remarks: readonly Remark[], files: readonly SourceFile[]): readonly ReportedRemark[] => {
  const lines = new Map(files.map(({ path, text }) => [path, lineNumbers(text)]));
  return remarks
    .map(({ file, at, subject, reason }) => ({ file, line: lines.get(file)?.(at) ?? 1, subject, reason }))
    .toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
};

const calledProviders = (module: Module): CalledProviders => ({
  converted: convertedProviders(module),
  isKept: (provider) => isStillNeeded(module, provider),
});

/** The position of a module among the others: what it calls and who calls it. */
interface Surroundings extends CalledProviders {
  readonly folder: string;
  readonly isCalled: boolean;
}

const rewriteModule = (module: Module, isCalled: boolean) => {
  const surroundings: Surroundings = { folder: module.folder, isCalled, ...calledProviders(module) };
  const own = remarksOf(module);
  if (surroundings.converted.length === 0) return { files: module.files, moves: [], remarks: own };
  const first = rewriteBlocks(module);
  const settings = rewriteSettings(first.files, surroundings);
  const isRequired = findSources(module.files).has('slipway');
  const required = isRequired ? null : requireSlipway(first.files);
  const aliases = isCalled ? removeAliases(first.files, surroundings.isKept) : [];
  const second = applyToFiles(first.files, [...settings.edits, ...(required ? [required] : []), ...aliases]);
  const moves = describeMoves(module);
  const head = isRequired || required ? '' : `terraform {\n  required_providers {\n${requirement('    ')}\n  }\n}\n\n`;
  const path = posix.join(module.folder, movesFile);
  const before = second.files.find((file) => file.path === path)?.text;
  const moved = moves.length > 0 || head !== '' ? [{ path, text: renderMoves(before, head, moves) }] : [];
  const files = [...second.files.filter((file) => file.path !== path || moved.length === 0), ...moved];
  const remarks = second.move([...first.move([...own, ...first.remarks]), ...settings.remarks]);
  return { files, moves, remarks };
};

const rewriteTests = (modules: ReadonlyMap<string, Module>, owners: ReadonlyMap<string, Module>, file: HclFile) => {
  const module = owners.get(folderOf(file.path)) ?? testedModule(modules, file.path);
  if (!module) return [];
  const { edits, remarks } = rewriteTestFile({ file, module, modules, providersOf: calledProviders });
  const rewritten = applyToFiles(
    [file],
    edits.map((edit) => ({ file, edit })),
  );
  return [{ files: rewritten.files, moves: [], remarks: rewritten.move(remarks) }];
};

/** The folders of the modules that the configuration of a folder calls, below the folder that is rewritten. Throws an HclError. */
export const calledFolders = (sources: readonly SourceFile[]): readonly string[] =>
  sources.flatMap(({ path, text }) => {
    const file = parseHcl(path, text);
    return findTopBlocks([file], 'module').flatMap(
      ({ block }) => sourceFolder(folderOf(path), literalOf(file, block.body, 'source')) ?? [],
    );
  });

/**
 * Rewrites the blocks of the public providers in the texts of a folder and of the modules below it, without writing files. Remarks have
 * line numbers of the new texts. Throws an HclError.
 */
export const rewriteFolder = (sources: readonly SourceFile[]): FolderRewriting => {
  const parsed = sources.map(({ path, text }) => parseHcl(path, text));
  const modules = readModules(parsed.filter(({ path }) => !isTestFile(path)));
  const called = new Set([...modules.values()].flatMap(({ calls }) => calls.map(({ target }) => target)));
  const testFiles = parsed.filter(({ path }) => isTestFile(path));
  const owners = findMockOwners(modules, testFiles);
  const tests = testFiles.flatMap((file) => rewriteTests(modules, owners, file));
  const rewritten = [
    ...[...modules.values()].map((module) => rewriteModule(module, called.has(module) || isTestFolder(module.folder))),
    ...tests,
  ];
  const before = new Map(sources.map(({ path, text }) => [path, text]));
  const files = rewritten.flatMap((one) => one.files.map(({ path, text }) => ({ path, text })));
  return {
    files: files.filter(({ path, text }) => before.get(path) !== text),
    moves: rewritten.flatMap(({ moves }) => moves),
    remarks: reportOn(
      rewritten.flatMap(({ remarks }) => remarks),
      files,
    ),
  };
};
