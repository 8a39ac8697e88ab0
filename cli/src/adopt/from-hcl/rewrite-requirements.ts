import { providerAddress } from 'slipway/engine/address';
import { version } from '@slipway/declarations/version';
import { type Edit, indentOf, lineAround, removeLine } from '../../hcl/edits.ts';
import { type HclAttribute, type HclBlock, type HclFile, textOf } from '../../hcl/parse.ts';
import { type PublicProvider, publicProviders } from './counterparts.ts';
import { findTopBlocks, sourceOf } from './find-blocks.ts';

export interface FileEdit {
  readonly file: HclFile;
  readonly edit: Edit;
}

/** The entry of `required_providers`. `aliases`: of configurations that a module is given. */
export const requirement = (indent: string, aliases: readonly string[] = []): string =>
  [
    `${indent}slipway = {`,
    `${indent}  source  = "${providerAddress}"`,
    `${indent}  version = "${version}"`,
    ...(aliases.length === 0 ? [] : [`${indent}  configuration_aliases = [${aliases.map((alias) => `slipway.${alias}`).join(', ')}]`]),
    `${indent}}`,
  ].join('\n');

interface PublicEntry {
  readonly start: number;
  readonly text: string;
  readonly provider: PublicProvider;
}
const aliasList = /\bconfiguration_aliases"?\s*[=:]\s*\[([^\]]*)\]/;

/** The entries of the public providers. */
const findEntries = (file: HclFile, { body }: HclBlock): readonly PublicEntry[] =>
  body
    .filter((node): node is HclAttribute => node.kind === 'attribute')
    .flatMap((node) => {
      const start = file.tokens[node.from]!.start;
      const text = file.text.slice(start, file.tokens[node.to - 1]!.end);
      const provider = publicProviders.find(({ source }) => source.test(sourceOf(text)));
      return provider ? [{ start, text, provider }] : [];
    });

/** The `configuration_aliases` in the entries of the public providers. */
const findAliases = (file: HclFile, required: HclBlock): readonly string[] => {
  const aliases = findEntries(file, required).flatMap(({ text }) => [...(aliasList.exec(text)?.[1] ?? '').matchAll(/[\w-]+\.([\w-]+)/g)]);
  return [...new Set(aliases.map(([, alias]) => alias!))];
};

const findRequired = (files: readonly HclFile[]): readonly { readonly file: HclFile; readonly required: HclBlock }[] =>
  findTopBlocks(files, 'terraform').flatMap(({ file, block }) =>
    block.body.flatMap((node) =>
      node.kind === 'block' && textOf(file, node.type) === 'required_providers' ? [{ file, required: node }] : [],
    ),
  );

/** Insertion into `required_providers`, or null: there is none. */
export const requireSlipway = (files: readonly HclFile[]): FileEdit | null => {
  const [first] = findRequired(files);
  if (!first) return null;
  const { file, required } = first;
  const indent = indentOf(file.text, required.type.start);
  const before = file.text.slice(required.open.end, required.close.start);
  const isOneLine = !before.includes('\n');
  const start = isOneLine ? required.open.end : required.open.end + before.trimEnd().length;
  const kept = isOneLine && before.trim() !== '' ? `\n${indent}  ${before.trim()}` : '';
  const text = `${kept}\n${requirement(`${indent}  `, findAliases(file, required))}\n${indent}`;
  return { file, edit: { start, end: required.close.start, text } };
};

/** Removes, from calls of a module, configurations of public providers that nothing in it needs. */
export const removeAliases = (files: readonly HclFile[], isKept: (provider: PublicProvider) => boolean): readonly FileEdit[] =>
  findRequired(files).flatMap(({ file, required }) =>
    findEntries(file, required).flatMap(({ start, text, provider }): readonly FileEdit[] => {
      const found = aliasList.exec(text);
      if (!found || isKept(provider) || !file.text.slice(required.open.end, required.close.start).includes('\n')) return [];
      const comma = /,\s*$/.exec(text.slice(0, found.index))?.[0].length ?? 0;
      const range = { start: start + found.index, end: start + found.index + found[0].length };
      const isAlone = lineAround(file.text, range.start).end >= range.end && removeLine(file.text, range).start < range.start;
      return [{ file, edit: isAlone ? removeLine(file.text, range) : { start: range.start - comma, end: range.end, text: '' } }];
    }),
  );
