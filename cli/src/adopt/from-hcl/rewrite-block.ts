import { type Edit, indentOf, lineAround, removeLine } from '../../hcl/edits.ts';
import { findAttribute, findFirstBlock, type HclAttribute, type HclBlock, type HclFile, textOf } from '../../hcl/parse.ts';
import type { BlockForm } from './counterparts.ts';
import { addressOf, type ConvertedBlock, literalOf, type Remark, remarkAt } from './find-blocks.ts';
import { configuredName, configuredMember } from './names.ts';
import { writeMap } from './write-map.ts';

export interface Rewriting {
  readonly edits: readonly Edit[];
  readonly remarks: readonly Remark[];
}
export const joinRewritings = (all: readonly Rewriting[]): Rewriting => ({
  edits: all.flatMap(({ edits }) => edits),
  remarks: all.flatMap(({ remarks }) => remarks),
});

type InlineForm = BlockForm & { readonly form: 'inline' };

const metaArguments = new Set(['count', 'for_each', 'depends_on', 'provider']);
const metaBlocks = new Set(['lifecycle', 'provisioner', 'connection', 'timeouts']);

const nothing: Rewriting = { edits: [], remarks: [] };
const rename = ({ start, end }: { readonly start: number; readonly end: number }, text: string): Edit => ({ start, end, text });

export const attributeEnd = (file: HclFile, { to }: HclAttribute): number => file.tokens[to - 1]!.end;

const remarkOn = (one: ConvertedBlock, at: number, member: string, reason: string): Rewriting => ({
  edits: [],
  remarks: [remarkAt(one.file, at, `${addressOf(one)}.${member}`, reason)],
});

/** Values that are called otherwise: in a literal at once, in another expression as the plan computes it. */
const rewriteValue = ({ file, counterpart }: ConvertedBlock, attribute: HclAttribute): readonly Edit[] => {
  const names = counterpart.values?.[textOf(file, attribute.name)];
  if (!names) return [];
  const [start, end] = [file.tokens[attribute.from]!.start, attributeEnd(file, attribute)];
  const literal = literalOf(file, [attribute], textOf(file, attribute.name));
  if (literal !== undefined) return names[literal] === undefined ? [] : [{ start, end, text: `"${names[literal]}"` }];
  const entries = Object.entries(names);
  const after = entries.map(([theirs, ours]) => `, "${theirs}", "${ours}")`).join('');
  return [
    { start, end: start, text: 'replace('.repeat(entries.length) },
    { start: end, end, text: after },
  ];
};

const rewriteAttribute = (one: ConvertedBlock, attribute: HclAttribute): Rewriting => {
  const { file, counterpart } = one;
  const name = textOf(file, attribute.name);
  if (metaArguments.has(name)) return nothing;
  if (counterpart.unneeded?.includes(name))
    return {
      edits: [removeLine(file.text, { start: attribute.name.start, end: attributeEnd(file, attribute) })],
      remarks: [remarkAt(file, attribute.name.start, `${addressOf(one)}.${name}`, `removed: slipway_${counterpart.to} does not need it`)],
    };
  const ours = configuredName(one, name);
  if (ours === undefined)
    return remarkOn(
      one,
      attribute.name.start,
      name,
      `slipway_${counterpart.to} has no such argument: remove it, or configure it with another resource`,
    );
  const renamed = ours === name ? [] : [rename(attribute.name, ours)];
  return { edits: [...renamed, ...rewriteValue(one, attribute)], remarks: [] };
};

const rewriteMember = (one: ConvertedBlock, outer: string, attribute: HclAttribute): Rewriting => {
  const name = textOf(one.file, attribute.name);
  const ours = configuredMember(one, outer, name);
  if (ours === undefined)
    return remarkOn(one, attribute.name.start, `${outer}.${name}`, `slipway_${one.counterpart.to} has no such argument: remove it`);
  return ours === name ? nothing : { edits: [rename(attribute.name, ours)], remarks: [] };
};

const writeObject = (one: ConvertedBlock, block: HclBlock, name: string): Rewriting => ({
  edits: [
    { start: block.type.end, end: block.type.end, text: ' =' },
    ...block.body.flatMap((node) => (node.kind === 'attribute' ? rewriteMember(one, name, node).edits : [])),
  ],
  remarks: block.body.flatMap((node) =>
    node.kind === 'attribute'
      ? rewriteMember(one, name, node).remarks
      : [remarkAt(one.file, node.type.start, `${addressOf(one)}.${name}`, 'a block inside cannot be written as an attribute')],
  ),
});

/** Removes an indentation from the lines of a block's body. */
export const dedentLines = ({ text }: HclFile, { open, close }: HclBlock, indent: string, deeper: string): readonly Edit[] => {
  const edits: Edit[] = [];
  if (!deeper.startsWith(indent)) return edits;
  for (let at = lineAround(text, open.end).end; at < close.start; at = lineAround(text, at).end)
    if (text.startsWith(deeper, at)) edits.push({ start: at + indent.length, end: at + deeper.length, text: '' });
  return edits;
};

/** Writes the members instead of the block, and the attribute that the block implied unless it is present. */
const writeInline = (one: ConvertedBlock, block: HclBlock, { instead, members = {} }: InlineForm): Rewriting => {
  const { file } = one;
  const indent = indentOf(file.text, block.type.start);
  const names = block.body.flatMap((node) => (node.kind === 'attribute' ? [node] : []));
  const first = names[0];
  if (!first || names.length < block.body.length) return remarkOn(one, block.type.start, textOf(file, block.type), 'write it by hand');
  const isImplied = instead !== undefined && !findAttribute(file, one.block.body, instead.attribute);
  const header = isImplied ? `${instead.attribute} = ${instead.value}` : '';
  const renames = names.flatMap(({ name }) => {
    const ours = members[textOf(file, name)];
    return ours === undefined ? [] : [rename(name, ours)];
  });
  const last = attributeEnd(file, names.at(-1)!);
  if (lineAround(file.text, block.type.start).end >= block.close.end) {
    const text = header === '' ? '' : `${header}\n${indent}`;
    const end = { start: last, end: block.close.end, text: '' };
    return { edits: [{ start: block.type.start, end: first.name.start, text }, ...renames, end], remarks: [] };
  }
  const opening = { start: block.type.start, end: block.open.end };
  const head = header === '' ? removeLine(file.text, opening) : { ...opening, text: header };
  const dedented = dedentLines(file, block, indent, indentOf(file.text, first.name.start));
  return { edits: [head, ...dedented, ...renames, removeLine(file.text, block.close)], remarks: [] };
};

/** All blocks of a name at the first of them. */
const writeMapOnce = (one: ConvertedBlock, block: HclBlock, name: string, key: string): Rewriting => {
  const { file } = one;
  if (findFirstBlock(file, one.block.body, name) !== block) return nothing;
  const edits = writeMap(file, one.block.body, name, key);
  return edits ? { edits, remarks: [] } : remarkOn(one, block.type.start, name, 'one map in Slipway: write it by hand');
};

/** Rewrites a dynamic block: passed by the caller, because it also rewrites references, which a higher layer does. */
export type RewriteDynamic = (one: ConvertedBlock, block: HclBlock, form: BlockForm) => Rewriting;

const rewriteNested = (one: ConvertedBlock, block: HclBlock, rewriteDynamic: RewriteDynamic): Rewriting => {
  const isDynamic = textOf(one.file, block.type) === 'dynamic' && block.labels[0] !== undefined;
  const name = isDynamic ? block.labels[0]!.text : textOf(one.file, block.type);
  if (metaBlocks.has(name))
    return name === 'timeouts' ? remarkOn(one, block.type.start, name, 'Slipway has no timeouts: remove it') : nothing;
  const form = one.counterpart.blocks?.[name];
  if (!form) return remarkOn(one, block.type.start, name, `slipway_${one.counterpart.to} has no such block`);
  if (isDynamic) return rewriteDynamic(one, block, form);
  if (form.form === 'object') return writeObject(one, block, name);
  if (form.form === 'inline') return writeInline(one, block, form);
  if (form.form === 'map') return writeMapOnce(one, block, name, form.key);
  return { edits: [{ start: block.type.end, end: block.close.end, text: ' = true' }], remarks: [] };
};

/** A resource or data block: its type, its attributes and its nested blocks. Not what its expressions refer to. */
export const rewriteBlock = (one: ConvertedBlock, rewriteDynamic: RewriteDynamic): Rewriting => {
  const [type] = one.block.labels;
  const label = one.file.text.startsWith('"', type!.start) ? `"slipway_${one.counterpart.to}"` : `slipway_${one.counterpart.to}`;
  return joinRewritings([
    { edits: [rename(type!, label)], remarks: [] },
    ...one.block.body.map((node) => (node.kind === 'attribute' ? rewriteAttribute(one, node) : rewriteNested(one, node, rewriteDynamic))),
  ]);
};
