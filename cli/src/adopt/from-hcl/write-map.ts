import { type Edit, indentOf, lineAround, removeLine } from '../../hcl/edits.ts';
import { findAttribute, type HclBlock, type HclFile, type HclNode, textOf } from '../../hcl/parse.ts';
import { literalOf } from './find-blocks.ts';

const isBlockOf = (file: HclFile, node: HclNode | undefined, name: string): node is HclBlock =>
  node?.kind === 'block' && textOf(file, node.type) === name;

/** Two columns to the right, from the line after the opening brace to that of the closing one. */
const indentLines = ({ text }: HclFile, { open, close }: HclBlock, without: Edit): readonly Edit[] => {
  const edits: Edit[] = [];
  for (let { end: at } = lineAround(text, open.end); at <= close.start; at = lineAround(text, at).end)
    if (at < without.start || at >= without.end)
      edits.push({ start: at, end: at, text: /^\r?\n/.test(text.slice(at, at + 2)) ? '' : '  ' });
  return edits;
};

const writeEntry = (file: HclFile, block: HclBlock, key: string, isFirst: boolean): readonly Edit[] => {
  const name = textOf(file, block.type);
  const attribute = findAttribute(file, block.body, key)!;
  const removed = removeLine(file.text, { start: attribute.name.start, end: file.tokens[attribute.to - 1]!.end });
  const head = `"${literalOf(file, block.body, key)}" = {`;
  const text = isFirst ? `${name} = {\n${indentOf(file.text, block.type.start)}  ${head}` : `  ${head}`;
  return [{ start: block.type.start, end: block.open.end, text }, removed, ...indentLines(file, block, removed)];
};

/**
 * Writes blocks of one name, each with a literal key, as one map. Null if they are not adjacent, or contain more than lines of attributes:
 * the text of a heredoc would change with its indentation.
 */
export const writeMap = (file: HclFile, body: readonly HclNode[], name: string, key: string): readonly Edit[] | null => {
  const first = body.findIndex((node) => isBlockOf(file, node, name));
  const blocks = body.filter((node) => isBlockOf(file, node, name));
  const isTogether = blocks.every((_, index) => isBlockOf(file, body[first + index], name));
  const isPlain = blocks.every(
    (block) =>
      literalOf(file, block.body, key) !== undefined &&
      block.body.every((node) => node.kind === 'attribute') &&
      file.text.slice(block.open.end, block.close.start).includes('\n') &&
      !file.text.slice(block.open.end, block.close.start).includes('<<'),
  );
  if (!isTogether || !isPlain) return null;
  const end = blocks.at(-1)!.close.end;
  return [
    ...blocks.flatMap((block, index) => writeEntry(file, block, key, index === 0)),
    { start: end, end, text: `\n${indentOf(file.text, blocks[0]!.type.start)}}` },
  ];
};
