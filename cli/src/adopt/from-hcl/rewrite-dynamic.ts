import { applyEdits, type Edit, indentOf, removeLine } from '../../hcl/edits.ts';
import { findAttribute, type HclAttribute, type HclBlock, type HclFile, textOf } from '../../hcl/parse.ts';
import type { BlockForm } from './counterparts.ts';
import { addressOf, type ConvertedBlock, literalOf, type Remark, remarkAt } from './find-blocks.ts';
import { configuredMember } from './names.ts';
import { attributeEnd, dedentLines, type Rewriting } from './rewrite-block.ts';
import { type ConvertedIndex, rewriteExpression } from './rewrite-references.ts';

/** `dynamic "NAME" { for_each = … content { … } }`, with what its expressions become. */
interface DynamicBlock {
  readonly one: ConvertedBlock;
  readonly name: string;
  readonly block: HclBlock;
  readonly forEach: HclAttribute;
  readonly iterator: HclAttribute | undefined;
  readonly content: HclBlock;
  readonly attributes: readonly HclAttribute[];
  /** The variables of a `for` expression: `repo`, or `repo_key, repo`. */
  readonly variables: string;
  /** `repo.value` becomes `repo`, `repo.key` becomes `repo_key`. */
  readonly uses: readonly Edit[];
  /** The text of an expression after all rewriting. */
  readonly textOf: (attribute: HclAttribute) => string;
}

const isMark = (file: HclFile, at: number, mark: string): boolean => {
  const token = file.tokens[at];
  return token?.kind === 'mark' && textOf(file, token) === mark;
};

/** Uses of the iterator in an expression; undefined if one uses the iterator itself instead of a member. */
const rewriteUses = (file: HclFile, { from, to }: HclAttribute, iterator: string): readonly Edit[] | undefined => {
  const edits: Edit[] = [];
  for (let at = from; at < to; at++) {
    const token = file.tokens[at]!;
    const isKey = isMark(file, at + 1, '=') && !isMark(file, at + 2, '=');
    if (token.kind !== 'identifier' || textOf(file, token) !== iterator || isMark(file, at - 1, '.') || isKey) continue;
    const member = isMark(file, at + 1, '.') ? file.tokens[at + 2]! : undefined;
    const name = member && textOf(file, member);
    if (name === 'value') edits.push({ start: token.end, end: member!.end, text: '' });
    else if (name === 'key') edits.push({ start: token.start, end: member!.end, text: `${iterator}_key` });
    else return undefined;
  }
  return edits;
};

const readDynamic = (one: ConvertedBlock, block: HclBlock, index: ConvertedIndex): DynamicBlock | string => {
  const { file } = one;
  const forEach = findAttribute(file, block.body, 'for_each');
  const iterator = findAttribute(file, block.body, 'iterator');
  const contents = block.body.filter((node): node is HclBlock => node.kind === 'block');
  const [content] = contents;
  const attributes = content?.body.filter((node): node is HclAttribute => node.kind === 'attribute') ?? [];
  if (!forEach || !content || contents.length > 1 || textOf(file, content.type) !== 'content') return 'it needs for_each and one content';
  if (block.body.length !== (iterator ? 3 : 2)) return 'it has more than for_each, iterator and content';
  if (attributes.length < content.body.length) return 'it has a block inside of its content';
  if (forEach.name.start > content.type.start) return 'its for_each is after its content';
  const variable = iterator ? textOf(file, file.tokens[iterator.from]!) : block.labels[0]!.text;
  const uses: Edit[] = [];
  for (const attribute of attributes) {
    const edits = rewriteUses(file, attribute, variable);
    if (!edits) return `its content uses ${variable} otherwise than as ${variable}.value or ${variable}.key`;
    uses.push(...edits);
  }
  const rewritten = (attribute: HclAttribute): string => {
    const [start, end] = [file.tokens[attribute.from]!.start, attributeEnd(file, attribute)];
    const edits = [...rewriteExpression(file, attribute.from, attribute.to, index).edits, ...uses].filter(
      (edit) => edit.start >= start && edit.end <= end,
    );
    const shifted = edits.map((edit) => ({ start: edit.start - start, end: edit.end - start, text: edit.text }));
    return applyEdits(file.text.slice(start, end), shifted);
  };
  if (rewritten(forEach).includes('<<')) return 'its for_each has a heredoc';
  const variables = uses.some(({ text }) => text !== '') ? `${variable}_key, ${variable}` : variable;
  return { one, name: block.labels[0]!.text, block, forEach, iterator, content, attributes, variables, uses, textOf: rewritten };
};

const rename = ({ start, end }: { readonly start: number; readonly end: number }, text: string): Edit => ({ start, end, text });

/** The lines of `iterator` and `content {`. */
const removeFrame = ({ one: { file }, iterator, content }: DynamicBlock): readonly Edit[] => [
  ...(iterator ? [removeLine(file.text, { start: iterator.name.start, end: attributeEnd(file, iterator) })] : []),
  removeLine(file.text, { start: content.type.start, end: content.open.end }),
];

/** `for_each = E` as the head of a `for`, in its place: `for repo in E : {`. */
const writeHead = ({ one: { file }, forEach, variables }: DynamicBlock, key = ''): readonly Edit[] => {
  const end = attributeEnd(file, forEach);
  return [
    { start: forEach.name.start, end: file.tokens[forEach.from]!.start, text: `for ${variables} in ` },
    { start: end, end, text: ` : ${key}{` },
  ];
};

const renameMembers = ({ one, name, attributes }: DynamicBlock): Rewriting => {
  const [edits, remarks]: [Edit[], Remark[]] = [[], []];
  for (const attribute of attributes) {
    const theirs = textOf(one.file, attribute.name);
    const ours = configuredMember(one, name, theirs);
    if (ours === undefined) {
      const reason = `slipway_${one.counterpart.to} has no such argument: remove it`;
      remarks.push(remarkAt(one.file, attribute.name.start, `${addressOf(one)}.${name}.${theirs}`, reason));
    } else if (ours !== theirs) edits.push(rename(attribute.name, ours));
  }
  return { edits, remarks };
};

/** Writes a block that occurs at most once: `NAME = one([for … : { … }])`. */
const writeObject = (dynamic: DynamicBlock): Rewriting => {
  const { block, name, uses } = dynamic;
  const members = renameMembers(dynamic);
  const frame = [
    { start: block.type.start, end: block.open.end, text: `${name} = one([` },
    ...writeHead(dynamic),
    ...removeFrame(dynamic),
    rename(block.close, '])'),
  ];
  return { edits: [...frame, ...members.edits, ...uses], remarks: members.remarks };
};

/** One map, `NAME = { for … : KEY => { … } }`, or the reason why it has to be converted by hand. */
const writeMap = (dynamic: DynamicBlock, key: string): Rewriting | string => {
  const { one, block, name, uses, attributes } = dynamic;
  const { file } = one;
  const label = attributes.find((attribute) => textOf(file, attribute.name) === key);
  if (!label) return `its content has no ${key}`;
  const others = one.block.body.filter(
    (node) => node.kind === 'block' && node !== block && (textOf(file, node.type) === name || node.labels[0]?.text === name),
  );
  if (others.length > 0) return 'there are other blocks of its name, and Slipway has one map';
  const removed = removeLine(file.text, { start: label.name.start, end: attributeEnd(file, label) });
  const frame = [
    { start: block.type.start, end: block.open.end, text: `${name} = {` },
    ...writeHead(dynamic, `${dynamic.textOf(label)} => `),
    ...removeFrame(dynamic),
    removed,
  ];
  const kept = uses.filter(({ start, end }) => start < removed.start || end > removed.end);
  return { edits: [...frame, ...kept], remarks: [] };
};

/** Writes each member next to the block, null without an element, and the attribute that the block implied. */
const writeInline = (dynamic: DynamicBlock, { members = {}, instead }: BlockForm & { readonly form: 'inline' }): Rewriting => {
  const { one, block, content, attributes, forEach, variables, uses } = dynamic;
  const { file } = one;
  const source = dynamic.textOf(forEach);
  const each = `one([for ${variables} in ${source} : `;
  const wrapped = attributes.flatMap((attribute): readonly Edit[] => {
    const [start, end] = [file.tokens[attribute.from]!.start, attributeEnd(file, attribute)];
    const ours = members[textOf(file, attribute.name)];
    return [
      ...(ours === undefined ? [] : [rename(attribute.name, ours)]),
      { start, end: start, text: each },
      { start: end, end, text: '])' },
    ];
  });
  const given = instead && findAttribute(file, one.block.body, instead.attribute);
  const isImplied = instead !== undefined && !given;
  const opening = { start: block.type.start, end: block.open.end };
  const head = isImplied ? { ...opening, text: `${instead.attribute} = ${each}${instead.value}])` } : removeLine(file.text, opening);
  const chosen = given && literalOf(file, [given], instead.attribute) === undefined ? file.tokens[given.from]!.start : undefined;
  const indent = indentOf(file.text, block.type.start);
  const first = attributes[0];
  const edits: readonly Edit[] = [
    head,
    removeLine(file.text, { start: forEach.name.start, end: attributeEnd(file, forEach) }),
    ...removeFrame(dynamic),
    ...(first ? dedentLines(file, content, indent, indentOf(file.text, first.name.start)) : []),
    ...wrapped,
    ...uses,
    removeLine(file.text, content.close),
    removeLine(file.text, block.close),
    ...(chosen === undefined ? [] : [{ start: chosen, end: chosen, text: `length(${source}) > 0 ? ${instead!.value} : ` }]),
  ];
  return { edits, remarks: [] };
};

/** Rewrites a dynamic block of a converted block to an attribute, whose value is an expression over the same elements. */
export const rewriteDynamic = (one: ConvertedBlock, block: HclBlock, form: BlockForm, index: ConvertedIndex): Rewriting => {
  const name = block.labels[0]!.text;
  const dynamic = readDynamic(one, block, index);
  const byHand = (reason: string): Rewriting => ({
    edits: [],
    remarks: [remarkAt(one.file, block.type.start, `${addressOf(one)}.${name}`, `a dynamic block to be written by hand: ${reason}`)],
  });
  if (typeof dynamic === 'string') return byHand(dynamic);
  if (form.form === 'object') return writeObject(dynamic);
  if (form.form === 'inline') return writeInline(dynamic, form);
  if (form.form === 'flag') {
    const text = `${name} = length(${dynamic.textOf(dynamic.forEach)}) > 0 ? true : null`;
    return { edits: [{ start: block.type.start, end: block.close.end, text }], remarks: [] };
  }
  const map = writeMap(dynamic, form.key);
  return typeof map === 'string' ? byHand(map) : map;
};
