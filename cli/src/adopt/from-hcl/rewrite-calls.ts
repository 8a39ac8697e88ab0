import { type Edit, lineAround, removeLine } from '../../hcl/edits.ts';
import { findAttribute, type HclBlock, type HclFile, textOf } from '../../hcl/parse.ts';
import type { PublicProvider } from './counterparts.ts';
import { remarkAt } from './find-blocks.ts';
import type { Rewriting } from './rewrite-block.ts';

/** The providers that a call of a module needs. */
export interface CalledProviders {
  /** The providers of which something in the file is converted. */
  readonly converted: readonly PublicProvider[];
  isKept(provider: PublicProvider): boolean;
}

const entry = /^\s*([\w-]+)((?:\.[\w-]+)?)\s*[=:]\s*([\w-]+)((?:\.[\w-]+)?)\s*$/;

/** The entries of `providers = { … }`, with their ranges; undefined: it is no such object. */
const readEntries = (file: HclFile, block: HclBlock) => {
  const attribute = findAttribute(file, block.body, 'providers');
  if (!attribute || textOf(file, file.tokens[attribute.from]!) !== '{') return undefined;
  const [open, close] = [file.tokens[attribute.from]!, file.tokens[file.closings.get(attribute.from)!]!];
  const found: { readonly start: number; readonly end: number; readonly parts: RegExpExecArray }[] = [];
  const inner = file.text.slice(open.end, close.start);
  for (const match of inner.matchAll(/[^,\n]+/g)) {
    const text = match[0].replace(/(#|\/\/).*$/, '');
    const parts = entry.exec(text);
    const start = open.end + match.index + (text.length - text.trimStart().length);
    if (parts) found.push({ start, end: start + text.trim().length, parts });
  }
  return found;
};

/**
 * Rewrites `providers = { tfe = tfe.eu }` of a `module` or `run` block to the configuration of Slipway; that of the public provider stays
 * if something in the module still needs it.
 */
export const rewriteProviderMap = (file: HclFile, block: HclBlock, called: CalledProviders, subject: string): Rewriting => {
  const entries = readEntries(file, block) ?? [];
  const written = new Map<string, string>(
    entries.flatMap(({ parts: [, key, keyAlias, value, alias] }) => (key === 'slipway' ? [[keyAlias!, `${value}${alias}`]] : [])),
  );
  const [edits, remarks]: [Edit[], Rewriting['remarks'][number][]] = [[], []];
  for (const { start, end, parts } of entries) {
    const [, key, keyAlias, , alias] = parts as unknown as readonly [string, string, string, string, string];
    const provider = called.converted.find(({ prefix }) => prefix === key);
    if (!provider) continue;
    const [ours, before] = [`slipway${alias}`, written.get(keyAlias)];
    if (before !== undefined && before !== ours) {
      const reason = `slipway${keyAlias} is ${before} there already, and ${ours} here: write one provider block`;
      remarks.push(remarkAt(file, start, subject, reason));
      continue;
    }
    const text = `slipway${keyAlias} = ${ours}`;
    const isMultiLine =
      lineAround(file.text, start).start > block.open.end && !/[{,]\s*$/.test(file.text.slice(lineAround(file.text, start).start, start));
    const separator = isMultiLine ? `\n${file.text.slice(lineAround(file.text, start).start, start)}` : ', ';
    if (called.isKept(provider)) {
      if (before === undefined) edits.push({ start: end, end, text: `${separator}${text}` });
    } else if (before === undefined) edits.push({ start, end, text });
    else edits.push(isMultiLine ? removeLine(file.text, { start, end }) : { start: file.text.lastIndexOf(',', start), end, text: '' });
    written.set(keyAlias, before ?? ours);
  }
  return { edits, remarks };
};
