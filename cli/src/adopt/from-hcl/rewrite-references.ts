import type { Edit } from '../../hcl/edits.ts';
import { type HclBlock, type HclFile, type HclNode, textOf } from '../../hcl/parse.ts';
import type { HclToken } from '../../hcl/tokens.ts';
import { addressOf, type ConvertedBlock, remarkAt } from './find-blocks.ts';
import { configuredMember, readPath } from './names.ts';
import { joinRewritings, type Rewriting } from './rewrite-block.ts';

/** Converted blocks by what expressions call them. */
export type ConvertedIndex = ReadonlyMap<string, ConvertedBlock>;

const nothing: Rewriting = { edits: [], remarks: [] };

/** The position of a traversal in a file, and the block that it refers to. */
interface Traversal {
  readonly file: HclFile;
  readonly one: ConvertedBlock;
  /** Offset of its start. */
  readonly start: number;
  /** The reference as a remark shows it. */
  readonly subject: string;
}

const isMark = (file: HclFile, at: number, mark: string): boolean => {
  const token = file.tokens[at];
  return token?.kind === 'mark' && textOf(file, token) === mark;
};

/** The name after a dot. */
const nameAt = (file: HclFile, at: number): HclToken | undefined =>
  isMark(file, at, '.') && file.tokens[at + 1]?.kind === 'identifier' ? file.tokens[at + 1] : undefined;

/** After indexes and splats: `[0]`, `["a"]`, `[*]`, `.0`, `.*`. */
const skipIndexes = (file: HclFile, from: number): number => {
  let at = from;
  for (;;) {
    if (isMark(file, at, '[')) at = file.closings.get(at)! + 1;
    else if (isMark(file, at, '.') && (file.tokens[at + 1]?.kind === 'number' || isMark(file, at + 1, '*'))) at += 2;
    else return at;
  }
};

const span = (file: HclFile, from: number, to: number): { start: number; end: number } => ({
  start: file.tokens[from]!.start,
  end: file.tokens[to - 1]!.end,
});

/** `vcs_repo[0].identifier`: a list of one with them, an object with us. `at`: after its name. */
const rewriteNestedPath = ({ file, one, subject }: Traversal, outer: HclToken, at: number): Rewriting => {
  const name = textOf(file, outer);
  const form = one.counterpart.blocks![name]!;
  const after = skipIndexes(file, at);
  const member = nameAt(file, after);
  const index = after > at ? span(file, at, after) : undefined;
  const isFirst = index === undefined || /^(\[\s*0\s*\]|\.0)$/.test(file.text.slice(index.start, index.end));
  if (!isFirst || (!member && form.form === 'inline') || form.form === 'flag' || form.form === 'map')
    return {
      edits: [],
      remarks: [remarkAt(file, outer.start, `${subject}.${name}`, 'a list there, no list in Slipway: write it by hand')],
    };
  const removed: readonly Edit[] = index ? [{ ...index, text: '' }] : [];
  if (!member) return { edits: removed, remarks: [] };
  const theirs = textOf(file, member);
  if (form.form === 'inline')
    return { edits: [{ start: outer.start, end: member.end, text: form.members?.[theirs] ?? theirs }], remarks: [] };
  const ours = configuredMember(one, name, theirs);
  if (ours === undefined)
    return { edits: removed, remarks: [remarkAt(file, member.start, `${subject}.${name}.${theirs}`, 'Slipway has no such attribute')] };
  return { edits: [...removed, ...(ours === theirs ? [] : [{ start: member.start, end: member.end, text: ours }])], remarks: [] };
};

/** An attribute of a converted block. `at`: after its name. */
const rewritePath = (traversal: Traversal, attribute: HclToken, at: number): Rewriting => {
  const { file, one, subject } = traversal;
  const name = textOf(file, attribute);
  if (one.counterpart.blocks?.[name]) return rewriteNestedPath(traversal, attribute, at);
  const path = readPath(one, name);
  if (path === undefined)
    return {
      edits: [],
      remarks: [remarkAt(file, attribute.start, `${subject}.${name}`, `slipway_${one.counterpart.to} has no such attribute`)],
    };
  if (path === name) return nothing;
  const renamed = { start: attribute.start, end: attribute.end, text: path };
  if (!path.startsWith('one(')) return { edits: [renamed], remarks: [] };
  if (/\*/.test(file.text.slice(traversal.start, attribute.start)))
    return { edits: [], remarks: [remarkAt(file, attribute.start, `${subject}.${name}`, `${path} of each in Slipway: write it by hand`)] };
  return {
    edits: [
      { start: traversal.start, end: traversal.start, text: 'one(' },
      { ...renamed, text: path.slice('one('.length) },
    ],
    remarks: [],
  };
};

/** The target of an identifier that begins a traversal: `tfe_workspace.web`, `data.tfe_project.shop`, `self`. */
const rewriteTraversal = (file: HclFile, at: number, index: ConvertedIndex, self: ConvertedBlock | undefined): Rewriting => {
  const root = textOf(file, file.tokens[at]!);
  if (root === 'self') {
    const attribute = nameAt(file, at + 1);
    return self && attribute
      ? rewritePath({ file, one: self, start: file.tokens[at]!.start, subject: addressOf(self) }, attribute, at + 3)
      : nothing;
  }
  const typeAt = root === 'data' ? at + 2 : at;
  const [type, name] = [root === 'data' ? nameAt(file, at + 1) : file.tokens[at], nameAt(file, typeAt + 1)];
  if (!type || !name) return nothing;
  const address = `${root === 'data' ? 'data.' : ''}${textOf(file, type)}.${textOf(file, name)}`;
  const one = index.get(address);
  if (!one) return nothing;
  const renamed: Rewriting = { edits: [{ start: type.start, end: type.end, text: `slipway_${one.counterpart.to}` }], remarks: [] };
  const after = skipIndexes(file, typeAt + 3);
  const { start } = file.tokens[at]!;
  const attribute = nameAt(file, after);
  return attribute ? joinRewritings([renamed, rewritePath({ file, one, start, subject: address }, attribute, after + 2)]) : renamed;
};

const isAfterDot = (file: HclFile, at: number): boolean => isMark(file, at - 1, '.');

export const rewriteExpression = (file: HclFile, from: number, to: number, index: ConvertedIndex, self?: ConvertedBlock): Rewriting => {
  const found: Rewriting[] = [];
  for (let at = from; at < to; at++)
    if (file.tokens[at]!.kind === 'identifier' && !isAfterDot(file, at)) found.push(rewriteTraversal(file, at, index, self));
  return joinRewritings(found);
};

/** Rewrites `ignore_changes`, which names attributes of its own resource without the resource. */
const rewriteIgnored = (one: ConvertedBlock, from: number, to: number): Rewriting => {
  const { file } = one;
  const traversal = { file, one, start: 0, subject: addressOf(one) };
  const found: Rewriting[] = [];
  for (let at = from; at < to; at++) {
    const token = file.tokens[at]!;
    if (token.kind === 'identifier' && !isAfterDot(file, at) && textOf(file, token) !== 'all')
      found.push(rewritePath(traversal, token, at + 1));
  }
  return joinRewritings(found);
};

/** `provider = tfe.eu` of a converted block. */
const rewriteProviderArgument = (file: HclFile, at: number): Rewriting => {
  const token = file.tokens[at]!;
  return token.kind === 'identifier' ? { edits: [{ start: token.start, end: token.end, text: 'slipway' }], remarks: [] } : nothing;
};

/** The address of a resource of a called module: `module.shop["a"].tfe_workspace.web`. `find`: by the calls' names and its own. */
export const rewriteModuleAddress = (
  file: HclFile,
  from: number,
  find: (calls: readonly string[], address: string) => ConvertedBlock | undefined,
): Rewriting => {
  const calls: string[] = [];
  let at = from;
  for (let token = file.tokens[at]; token && textOf(file, token) === 'module'; token = file.tokens[at]) {
    const call = nameAt(file, at + 1);
    if (!call) return nothing;
    calls.push(textOf(file, call));
    at = skipIndexes(file, at + 3) + 1;
  }
  const isData = file.tokens[at] !== undefined && textOf(file, file.tokens[at]!) === 'data';
  const typeAt = isData ? at + 2 : at;
  const [type, name] = [file.tokens[typeAt], nameAt(file, typeAt + 1)];
  if (calls.length === 0 || !type || !name) return nothing;
  const one = find(calls, `${isData ? 'data.' : ''}${textOf(file, type)}.${textOf(file, name)}`);
  return one ? { edits: [{ start: type.start, end: type.end, text: `slipway_${one.counterpart.to}` }], remarks: [] } : nothing;
};

const rewriteNodes = (file: HclFile, nodes: readonly HclNode[], index: ConvertedIndex, self?: ConvertedBlock): Rewriting =>
  joinRewritings(
    nodes.map((node): Rewriting => {
      if (node.kind === 'block') return rewriteBlockReferences(file, node, index, self);
      const name = textOf(file, node.name);
      if (self && name === 'ignore_changes') return rewriteIgnored(self, node.from, node.to);
      if (self && name === 'provider') return rewriteProviderArgument(file, node.from);
      return rewriteExpression(file, node.from, node.to, index, self);
    }),
  );

/** Existing `moved` and `removed` blocks refer to the former state: the new `moved` blocks continue from them. */
const keptBlocks = new Set(['moved', 'removed']);

export const rewriteBlockReferences = (file: HclFile, block: HclBlock, index: ConvertedIndex, outer?: ConvertedBlock): Rewriting => {
  const type = textOf(file, block.type);
  if (outer) return rewriteNodes(file, block.body, index, outer);
  if (keptBlocks.has(type)) return nothing;
  const prefix = type === 'data' ? 'data.' : type === 'resource' ? '' : undefined;
  const own = prefix === undefined ? undefined : index.get(`${prefix}${block.labels.map(({ text }) => text).join('.')}`);
  return rewriteNodes(file, block.body, index, own?.block === block ? own : undefined);
};

/** The references of a file to blocks that are converted, in all expressions and templates. */
export const rewriteReferences = (file: HclFile, index: ConvertedIndex): Rewriting =>
  joinRewritings(file.body.map((node) => (node.kind === 'block' ? rewriteBlockReferences(file, node, index) : nothing)));
