import { providerAddress } from '../../../engine/address.ts';
import { version } from '../../../version.ts';
import { applyEdits, type Edit, indentOf, lineNumbers, positionAfter, withBreaksOf, withoutCovered } from '../../hcl/edits.ts';
import { findAttribute, type HclBlock, type HclFile, parseHcl, textOf } from '../../hcl/parse.ts';
import { type PublicProvider, publicProviders } from './counterparts.ts';
import {
  addressOf,
  type ConvertedBlock,
  findPublicBlocks,
  findSources,
  findTopBlocks,
  isConverted,
  localNameOf,
  type PublicBlock,
  type Remark,
  remarkAt,
  sourceOf,
} from './find-blocks.ts';
import { rewriteBlock, joinRewritings } from './rewrite-block.ts';
import { rewriteDynamic } from './rewrite-dynamic.ts';
import { aliasOf, type ProviderBlock, rewriteProviders } from './rewrite-provider.ts';
import { rewriteReferences } from './rewrite-references.ts';

export interface SourceFile {
  /** Below the folder. */
  readonly path: string;
  readonly text: string;
}
/** A remark with the number of its line. */
export type ReportedRemark = Omit<Remark, 'at'> & { readonly line: number };

export interface FolderRewriting {
  /** Files that change, with their new texts. */
  readonly files: readonly SourceFile[];
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  /** What is left to do by hand. */
  readonly remarks: readonly ReportedRemark[];
}

interface FileEdit {
  readonly file: HclFile;
  readonly edit: Edit;
}

export const movesFile = 'slipway_moves.tf';

/** The entry of `required_providers`. `aliases`: of configurations that a module is given. */
const requirement = (indent: string, aliases: readonly string[] = []): string =>
  [
    `${indent}slipway = {`,
    `${indent}  source  = "${providerAddress}"`,
    `${indent}  version = "${version}"`,
    ...(aliases.length === 0 ? [] : [`${indent}  configuration_aliases = [${aliases.map((alias) => `slipway.${alias}`).join(', ')}]`]),
    `${indent}}`,
  ].join('\n');

/** What entries of the public providers have as `configuration_aliases`. */
const findAliases = (file: HclFile, required: HclBlock): readonly string[] => {
  const aliases = required.body.flatMap((node) => {
    if (node.kind !== 'attribute') return [];
    const text = file.text.slice(file.tokens[node.from]!.start, file.tokens[node.to - 1]!.end);
    if (!publicProviders.some(({ source }) => source.test(sourceOf(text)))) return [];
    const list = /\bconfiguration_aliases"?\s*[=:]\s*\[([^\]]*)\]/.exec(text)?.[1] ?? '';
    return [...list.matchAll(/[\w-]+\.([\w-]+)/g)].map(([, alias]) => alias!);
  });
  return [...new Set(aliases)];
};

const renderMove = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  `moved {\n  from = ${from}\n  to   = ${to}\n}\n`;

const groupByFile = <T extends { readonly file: HclFile }>(all: readonly T[]): ReadonlyMap<HclFile, readonly T[]> => {
  const groups = new Map<HclFile, T[]>();
  for (const one of all) {
    const group = groups.get(one.file);
    if (group) group.push(one);
    else groups.set(one.file, [one]);
  }
  return groups;
};

/** Edits of files, where remarks on them have gone, and the files after them. */
const applyToFiles = (files: readonly HclFile[], edits: readonly FileEdit[]) => {
  const byFile = groupByFile(edits);
  const own = new Map(
    files.map((file) => {
      const all = (byFile.get(file) ?? []).map(({ edit }) => edit);
      return [file.path, withBreaksOf(file.text, all)] as const;
    }),
  );
  const positions = new Map([...own].map(([path, all]) => [path, positionAfter(all)]));
  return {
    files: files.map((file) => {
      const all = own.get(file.path)!;
      return all.length === 0 ? file : parseHcl(file.path, applyEdits(file.text, all));
    }),
    move: (remarks: readonly Remark[]): readonly Remark[] =>
      remarks.map((remark) => ({ ...remark, at: positions.get(remark.file)?.(remark.at) ?? remark.at })),
  };
};

/** Resources, data sources, and what refers to them. */
const rewriteBlocks = (files: readonly HclFile[], blocks: readonly ConvertedBlock[]) => {
  const index = new Map(blocks.map((one) => [addressOf(one), one]));
  const byFile = groupByFile(blocks);
  const all = files.map((file) => {
    const own = byFile.get(file) ?? [];
    const rewritten = own.map((one) => rewriteBlock(one, (...dynamic) => rewriteDynamic(...dynamic, index)));
    return { file, ...joinRewritings([...rewritten, rewriteReferences(file, index)]) };
  });
  return {
    ...applyToFiles(
      files,
      all.flatMap(({ file, edits }) => withoutCovered(edits).map((edit) => ({ file, edit }))),
    ),
    remarks: all.flatMap(({ remarks }) => remarks),
  };
};

/** Insertion into `required_providers`, or null: there is none. */
const requireSlipway = (files: readonly HclFile[]): FileEdit | null => {
  for (const { file, block } of findTopBlocks(files, 'terraform'))
    for (const required of block.body) {
      if (required.kind !== 'block' || textOf(file, required.type) !== 'required_providers') continue;
      const indent = indentOf(file.text, required.type.start);
      const before = file.text.slice(required.open.end, required.close.start);
      const isOneLine = !before.includes('\n');
      const start = isOneLine ? required.open.end : required.open.end + before.trimEnd().length;
      const kept = isOneLine && before.trim() !== '' ? `\n${indent}  ${before.trim()}` : '';
      const text = `${kept}\n${requirement(`${indent}  `, findAliases(file, required))}\n${indent}`;
      return { file, edit: { start, end: required.close.start, text } };
    }
  return null;
};

/** Provider blocks of the public providers of which something was converted, by alias. */
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

const rewriteSettings = (files: readonly HclFile[], blocks: readonly ConvertedBlock[], isKept: (provider: PublicProvider) => boolean) => {
  const converted = publicProviders.filter((provider) => blocks.some((one) => one.provider === provider));
  const ours = findTopBlocks(files, 'provider').filter(({ block }) => block.labels[0]?.text === 'slipway');
  const present = (alias: string | null) => ours.find(({ file, block }) => aliasOf(file, block) === alias);
  const groups = groupProviders(files, converted);
  const all = groups.filter((group) => !present(group[0]!.alias)).map((group) => rewriteProviders(group, isKept));
  const remarks = groups.flat().flatMap(({ file, block, provider: { prefix, section }, alias }) => {
    const own = present(alias);
    return !own || findAttribute(own.file, own.block.body, section)
      ? []
      : [remarkAt(file, block.type.start, `provider.${prefix}`, `write its settings as "${section}" of provider "slipway"`)];
  });
  const isConfigured = ours.length > 0 || groups.length > 0;
  const sections = converted.map(({ section }) => `${section} = { dialect = "hosted" }`).join(', ');
  const reason = `no file here configures it; in the root module it needs ${sections}`;
  const unconfigured = isConfigured ? [] : [{ file: movesFile, at: 0, subject: 'provider.slipway', reason }];
  return { edits: all.flatMap(({ edits }) => edits), remarks: [...all.flatMap((one) => one.remarks), ...remarks, ...unconfigured] };
};

/** A public provider that something of the folder still needs: a block that stays, a module, a `removed` block. */
const isStillNeeded = (files: readonly HclFile[], blocks: readonly PublicBlock[]) => {
  const hasModules = findTopBlocks(files, 'module').length > 0;
  const removed = findTopBlocks(files, 'removed').map(({ file, block }) => {
    const from = findAttribute(file, block.body, 'from');
    return from ? textOf(file, file.tokens[from.from]!) : '';
  });
  const isOther = ({ file, block }: { readonly file: HclFile; readonly block: HclBlock }, { prefix }: PublicProvider): boolean =>
    block.labels[0]?.text.startsWith(`${prefix}_`) === true && localNameOf(file, block) === prefix;
  return (provider: PublicProvider): boolean =>
    hasModules ||
    removed.some((type) => type.startsWith(`${provider.prefix}_`)) ||
    blocks.some((one) => one.provider === provider && !isConverted(one)) ||
    findTopBlocks(files, 'ephemeral').some((one) => isOther(one, provider));
};

const describeMoves = (blocks: readonly ConvertedBlock[]) =>
  blocks
    .filter(({ mode }) => mode === 'resource')
    .map((one) => ({ from: addressOf(one), to: `slipway_${one.counterpart.to}.${one.name}` }));

const remarksOf = (files: readonly HclFile[], blocks: readonly PublicBlock[], needsProvider: boolean): readonly Remark[] => [
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
  ...(needsProvider ? findTopBlocks(files, 'module') : []).map(({ file, block }) =>
    remarkAt(file, block.type.start, `module.${block.labels[0]?.text ?? ''}`, 'a module has a folder of its own: rewrite it, too'),
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

/**
 * Rewrites the blocks of the public providers in the files of one folder; changes nothing itself. Lines of remarks are those of the new
 * texts. Throws an HclError.
 */
export const rewriteFolder = (sources: readonly SourceFile[]): FolderRewriting => {
  const files = sources.map(({ path, text }) => parseHcl(path, text));
  const blocks = findPublicBlocks(files);
  const converted = blocks.filter(isConverted);
  const remarks = remarksOf(files, blocks, blocks.length > 0);
  if (converted.length === 0) return { files: [], moves: [], remarks: reportOn(remarks, sources) };
  const first = rewriteBlocks(files, converted);
  const settings = rewriteSettings(first.files, converted, isStillNeeded(files, blocks));
  const isRequired = findSources(files).has('slipway');
  const required = isRequired ? null : requireSlipway(first.files);
  const second = applyToFiles(first.files, [...settings.edits, ...(required ? [required] : [])]);
  const moves = describeMoves(converted);
  const head = isRequired || required ? '' : `terraform {\n  required_providers {\n${requirement('    ')}\n  }\n}\n\n`;
  const before = second.files.find(({ path }) => path === movesFile)?.text;
  const moved = moves.length > 0 || head !== '' ? [{ path: movesFile, text: renderMoves(before, head, moves) }] : [];
  const changed = second.files.filter(({ path, text }, at) => path !== movesFile && text !== sources[at]!.text);
  return {
    files: [...changed.map(({ path, text }) => ({ path, text })), ...moved],
    moves,
    remarks: reportOn(second.move([...first.move([...remarks, ...first.remarks]), ...settings.remarks]), second.files),
  };
};
