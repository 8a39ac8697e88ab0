import { applyEdits, type Edit, indentOf, removeLine } from '../../hcl/edits.ts';
import { type HclBlock, type HclFile, type HclNode, textOf } from '../../hcl/parse.ts';
import type { PublicProvider } from './counterparts.ts';
import { literalOf, type Remark, remarkAt } from './find-blocks.ts';
import { attributeEnd, joinRewritings, type Rewriting } from './rewrite-block.ts';

/** A `provider` block of a public provider. */
export interface ProviderBlock {
  readonly file: HclFile;
  readonly block: HclBlock;
  readonly provider: PublicProvider;
  /** Null: the default configuration. */
  readonly alias: string | null;
}
/** A file's edits and remarks. */
export interface ProviderRewriting {
  readonly edits: readonly { readonly file: HclFile; readonly edit: Edit }[];
  readonly remarks: readonly Remark[];
}

export const aliasOf = (file: HclFile, block: HclBlock): string | null => literalOf(file, block.body, 'alias') ?? null;

/** An expression of a host name or of an API's address as one of an address. */
const toAddress = (kind: 'host' | 'api', value: string): string => {
  const literal = /^"([^"$%\\]*)"$/.exec(value)?.[1];
  if (kind === 'host') return literal === undefined ? `"https://\${${value}}"` : `"https://${literal}"`;
  return literal === undefined ? `trimsuffix(${value}, "/api/v2")` : `"${literal.replace(/\/api\/v2\/?$/, '')}"`;
};

/** Converts one of their settings to ours, or to nothing. */
const rewriteSetting = ({ file, provider }: ProviderBlock, node: HclNode): Rewriting => {
  const name = textOf(file, node.kind === 'attribute' ? node.name : node.type);
  const start = node.kind === 'attribute' ? node.name.start : node.type.start;
  const end = node.kind === 'attribute' ? attributeEnd(file, node) : node.close.end;
  const setting = provider.settings[name];
  if (node.kind === 'attribute' && setting) {
    const value = file.tokens[node.from]!.start;
    const address = setting.address && { start: value, end, text: toAddress(setting.address, file.text.slice(value, end)) };
    return { edits: [{ start, end: node.name.end, text: setting.name }, ...(address ? [address] : [])], remarks: [] };
  }
  const reason = 'the provider slipway has no such setting: it is omitted';
  const isOuter = name === 'alias' || name === 'version';
  const remarks = isOuter ? [] : [remarkAt(file, start, `provider.${provider.prefix}.${name}`, reason)];
  return { edits: [removeLine(file.text, { start, end })], remarks };
};

/** Our section of a provider block: settings by our names, comments unchanged, indented by two more columns. */
const renderSection = (one: ProviderBlock): { readonly text: string; readonly remarks: readonly Remark[] } => {
  const { file, block, provider } = one;
  const { edits, remarks } = joinRewritings(block.body.map((node) => rewriteSetting(one, node)));
  const from = block.open.end;
  const shifted = edits.map(({ start, end, text }) => ({ start: start - from, end: end - from, text }));
  const inner = applyEdits(file.text.slice(from, block.close.start), shifted);
  const lines = inner.includes('\n') ? inner.split('\n') : [`  ${inner.trim()}`];
  const body = lines.map((line) => line.trimEnd()).filter((line) => line !== '');
  return { text: [`  ${provider.section} = {`, '    dialect = "hosted"', ...body.map((line) => `  ${line}`), '  }'].join('\n'), remarks };
};

const outerLines = ({ alias }: ProviderBlock): string => (alias === null ? '' : `  alias = "${alias}"\n`);

/**
 * Rewrites the provider blocks of one alias to one `provider "slipway"`: in place of the first, or after it if the public provider is still
 * needed. `unconfigured`: providers in use that only the environment configures.
 */
export const rewriteProviders = (
  blocks: readonly ProviderBlock[],
  isKept: (provider: PublicProvider) => boolean,
  unconfigured: readonly PublicProvider[],
): ProviderRewriting => {
  const [first] = blocks as readonly [ProviderBlock, ...ProviderBlock[]];
  const sections = blocks.map(renderSection);
  const others = unconfigured.map(({ section }) => `  ${section} = {\n    dialect = "hosted"\n  }`);
  const lines = [...sections.map((section) => section.text), ...others].join('\n');
  const text = `provider "slipway" {\n${outerLines(first)}${lines}\n}`;
  const at = first.block.type.start;
  const edits = blocks.flatMap(({ file, block, provider }, index): readonly Edit[] => {
    const range = { start: block.type.start, end: block.close.end };
    if (index === 0 && !isKept(provider)) return [{ ...range, text }];
    if (index === 0) return [{ start: range.end, end: range.end, text: `\n\n${indentOf(file.text, at)}${text}` }];
    return isKept(provider) ? [] : [removeLine(file.text, range)];
  });
  const files = blocks.flatMap(({ file, provider }, index) => (index > 0 && isKept(provider) ? [] : [file]));
  return { edits: edits.map((edit, index) => ({ file: files[index]!, edit })), remarks: sections.flatMap(({ remarks }) => remarks) };
};
