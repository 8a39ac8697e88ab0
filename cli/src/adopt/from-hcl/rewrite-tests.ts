import { posix } from 'node:path';
import { applyEdits, type Edit, withBreaksOf, withoutCovered } from '../../hcl/edits.ts';
import { type HclBlock, type HclFile, type HclNode, textOf } from '../../hcl/parse.ts';
import type { PublicProvider } from './counterparts.ts';
import { findTopBlocks, literalOf } from './find-blocks.ts';
import { folderOf, indexOf, type Module, sourceFolder } from './modules.ts';
import { joinRewritings, type Rewriting } from './rewrite-block.ts';
import { type CalledProviders, rewriteProviderMap } from './rewrite-calls.ts';
import { isKeptMock, mockAlias, rewriteMocks } from './rewrite-mocks.ts';
import { aliasOf, type ProviderBlock, rewriteProviders } from './rewrite-provider.ts';
import { rewriteBlockReferences } from './rewrite-references.ts';

/** A folder of tests, or below one. */
export const isTestFolder = (folder: string): boolean => /(^|\/)tests(\/|$)/.test(folder);

const testName = /\.(tf|tofu)test\.hcl$/;
const mockName = /\.(tf|tofu)mock\.hcl$/;
/** Files of `terraform test` and `tofu test`: tests, and mocks that they share. */
export const isTestFile = (path: string): boolean => testName.test(path) || mockName.test(path);

/** The module that a file tests: that of its folder, or of the nearest one above, as `tests` is below. */
export const testedModule = (modules: ReadonlyMap<string, Module>, path: string): Module | undefined => {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const module = modules.get(folder);
    if (module || folder === '') return module;
  }
};

/** The folders that a test file takes mocks from, by `source` of its mocked providers: from the folder of the module that it tests. */
export const namedMockFolders = (file: HclFile, module: string): readonly string[] =>
  findTopBlocks([file], 'mock_provider').flatMap(({ block }) => {
    const source = literalOf(file, block.body, 'source');
    return source === undefined || posix.isAbsolute(source) ? [] : [posix.join(module, source).replace(/\/$/, '')];
  });

/** Modules by the folders of mocks that their tests name; of several, the first one. */
export const findMockOwners = (modules: ReadonlyMap<string, Module>, tests: readonly HclFile[]): ReadonlyMap<string, Module> => {
  const owners = new Map<string, Module>();
  for (const file of tests) {
    const module = testedModule(modules, file.path);
    for (const folder of module ? namedMockFolders(file, module.folder) : []) if (!owners.has(folder)) owners.set(folder, module!);
  }
  return owners;
};

interface TestedModule {
  readonly file: HclFile;
  readonly module: Module;
  readonly modules: ReadonlyMap<string, Module>;
  /** What is converted in a module, and what it still needs. */
  readonly providersOf: (module: Module) => CalledProviders;
}

const blocksOf = (nodes: readonly HclNode[]): readonly HclBlock[] => nodes.filter((node): node is HclBlock => node.kind === 'block');

/** A `run` is about the module of the file, or about one that it names. */
const rewriteRun = ({ file, module, modules, providersOf }: TestedModule, block: HclBlock): Rewriting => {
  const named = blocksOf(block.body).find(({ type }) => textOf(file, type) === 'module');
  const folder = named && sourceFolder(module.folder, literalOf(file, named.body, 'source'));
  const about = named ? (folder === undefined ? undefined : modules.get(folder)) : module;
  if (!about) return { edits: [], remarks: [] };
  return joinRewritings([
    rewriteBlockReferences(file, block, indexOf(about)),
    rewriteProviderMap(file, block, providersOf(about), `run.${block.labels[0]?.text ?? ''}`),
    rewriteMocks(file, blocksOf(block.body), about),
  ]);
};

const providerOf = (block: HclBlock, converted: readonly PublicProvider[]): PublicProvider | undefined =>
  converted.find(({ prefix }) => prefix === block.labels[0]?.text);

/**
 * The body of a mocked provider after rewriting, without its alias; if the public one stays next to it, without the mocks that stay there.
 */
const renderMockBody = ({ file, module }: TestedModule, block: HclBlock, isKept: boolean): string => {
  const nodes = block.body.filter((node) => node.kind === 'block' && !(isKept && isKeptMock(file, node, module)));
  return blocksOf(nodes)
    .map((one) => {
      const { edits } = rewriteMocks(file, [one], module);
      const shifted = edits.map((edit) => ({ ...edit, start: edit.start - one.type.start, end: edit.end - one.type.start }));
      return `  ${applyEdits(file.text.slice(one.type.start, one.close.end), shifted)}\n`;
    })
    .join('');
};

/**
 * Rewrites the mocked public providers of one alias to one of Slipway: in its place, or next to it if something still needs the public one.
 */
const rewriteMockProviders = (tested: TestedModule, blocks: readonly HclBlock[]): Rewriting => {
  const { file, module, providersOf } = tested;
  const { converted, isKept } = providersOf(module);
  const [first, ...others] = blocks as readonly [HclBlock, ...HclBlock[]];
  const isFirstKept = isKept(providerOf(first, converted)!);
  if (others.length === 0 && !isFirstKept) {
    const label = first.labels[0]!;
    return joinRewritings([
      { edits: [{ start: label.start, end: label.end, text: '"slipway"' }], remarks: [] },
      rewriteMocks(file, blocksOf(first.body), module),
    ]);
  }
  const alias = mockAlias(file, first);
  const bodies = blocks.map((block) => renderMockBody(tested, block, isKept(providerOf(block, converted)!))).join('');
  const text = `mock_provider "slipway" {\n${alias === '' ? '' : `  alias = "${alias}"\n`}${bodies}}`;
  const edits = blocks.flatMap((block, at): readonly Edit[] => {
    const range = { start: block.type.start, end: block.close.end };
    if (isKept(providerOf(block, converted)!)) return at === 0 ? [{ start: range.end, end: range.end, text: `\n${text}` }] : [];
    return [{ ...range, text: at === 0 ? text : '' }];
  });
  const rewritten = blocks.flatMap((block) =>
    blocksOf(block.body).filter((one) => !(isKept(providerOf(block, converted)!) && isKeptMock(file, one, module))),
  );
  return { edits, remarks: rewriteMocks(file, rewritten, module).remarks };
};

const groupByAlias = (file: HclFile, blocks: readonly HclBlock[]): readonly (readonly HclBlock[])[] =>
  [...new Set(blocks.map((block) => mockAlias(file, block)))].map((alias) => blocks.filter((block) => mockAlias(file, block) === alias));

/** The `provider` and `mock_provider` blocks of a file: one of Slipway for each alias. */
const rewriteFileProviders = (tested: TestedModule): Rewriting => {
  const { file, module, providersOf } = tested;
  const { converted, isKept } = providersOf(module);
  const blocks = (type: string): readonly HclBlock[] =>
    findTopBlocks([file], type).flatMap(({ block }) => (providerOf(block, converted) ? [block] : []));
  const settings = groupByAlias(file, blocks('provider')).map((group): Rewriting => {
    const own = group.map((block): ProviderBlock => ({
      file,
      block,
      provider: providerOf(block, converted)!,
      alias: aliasOf(file, block),
    }));
    const { edits, remarks } = rewriteProviders(own, isKept, []);
    return { edits: edits.map(({ edit }) => edit), remarks };
  });
  const mocked = groupByAlias(file, blocks('mock_provider')).map((group) => rewriteMockProviders(tested, group));
  return joinRewritings([...settings, ...mocked]);
};

/** Rewrites a file of tests or mocks; returns nothing if nothing in the tested module is converted. */
export const rewriteTestFile = (tested: TestedModule): Rewriting => {
  const { file, module, providersOf } = tested;
  if (providersOf(module).converted.length === 0) return { edits: [], remarks: [] };
  const others = blocksOf(file.body).filter(({ type }) => !['run', 'provider', 'mock_provider'].includes(textOf(file, type)));
  const all = joinRewritings([
    ...findTopBlocks([file], 'run').map(({ block }) => rewriteRun(tested, block)),
    rewriteFileProviders(tested),
    ...others.map((block) => rewriteBlockReferences(file, block, indexOf(module))),
    rewriteMocks(file, others, module),
  ]);
  return { edits: withBreaksOf(file.text, withoutCovered(all.edits)), remarks: all.remarks };
};
