import type { Edit } from '../../hcl/edits.ts';
import { findAttribute, type HclAttribute, type HclBlock, type HclFile, textOf } from '../../hcl/parse.ts';
import { counterparts, publicProviders } from './counterparts.ts';
import { addressOf, literalOf, type Remark, remarkAt } from './find-blocks.ts';
import { convertedOf, findCalled, type Module } from './modules.ts';
import { type ConvertedType, configuredMember, readPath } from './names.ts';
import { joinRewritings, type Rewriting } from './rewrite-block.ts';
import { rewriteModuleAddress } from './rewrite-references.ts';

const nothing: Rewriting = { edits: [], remarks: [] };

interface Member {
  readonly name: { readonly text: string; readonly start: number; readonly end: number };
  /** Its value: a range of tokens. */
  readonly from: number;
  readonly to: number;
}

const isMark = (file: HclFile, at: number, mark: string): boolean => {
  const token = file.tokens[at];
  return token?.kind === 'mark' && textOf(file, token) === mark;
};

/** The members of an object constructor that begins at a token; those with names that are expressions are left out. */
const readMembers = (file: HclFile, open: number): readonly Member[] => {
  const members: Member[] = [];
  const close = file.closings.get(open)!;
  for (let at = open + 1; at < close; at++) {
    const isQuoted = file.tokens[at]!.kind === 'quote';
    const [name, after] = [file.tokens[isQuoted ? at + 1 : at]!, isQuoted ? at + 3 : at + 1];
    const isNamed =
      (isQuoted ? name.kind === 'text' : name.kind === 'identifier') && (isMark(file, after, '=') || isMark(file, after, ':'));
    let end = isNamed ? after + 1 : at;
    for (; end < close && file.tokens[end]!.kind !== 'newline' && !isMark(file, end, ','); end++) end = file.closings.get(end) ?? end;
    if (isNamed) members.push({ name: { text: textOf(file, name), start: name.start, end: name.end }, from: after + 1, to: end });
    at = end;
  }
  return members;
};

/** `[{ … }]`: what the public provider has for a block, and Slipway without the list. */
const unwrap = (file: HclFile, { from, to }: Member): readonly Edit[] | undefined => {
  const isOne =
    isMark(file, from, '[') && isMark(file, from + 1, '{') && file.closings.get(from) === to - 1 && file.closings.get(from + 1) === to - 2;
  if (!isOne) return undefined;
  return [
    { start: file.tokens[from]!.start, end: file.tokens[from + 1]!.start, text: '' },
    { start: file.tokens[to - 2]!.end, end: file.tokens[to - 1]!.end, text: '' },
  ];
};

/** `{ terraform_version = "1.9.8" }`: values of attributes by their names. */
const rewriteValues = (file: HclFile, attribute: HclAttribute | undefined, type: ConvertedType, subject: string): Rewriting => {
  if (!attribute || !isMark(file, attribute.from, '{')) return nothing;
  const [edits, remarks]: [Edit[], Remark[]] = [[], []];
  for (const member of readMembers(file, attribute.from)) {
    const { text: theirs, start, end } = member.name;
    const byHand = (reason: string): unknown => remarks.push(remarkAt(file, start, `${subject}.${theirs}`, reason));
    const form = type.counterpart.blocks?.[theirs];
    const path = readPath(type, theirs);
    if (form) {
      const unwrapped = form.form === 'object' ? unwrap(file, member) : undefined;
      if (!unwrapped) byHand('a list there, no list in Slipway: write it by hand');
      else {
        const names = readMembers(file, member.from + 1).flatMap(({ name }) => {
          const ours = configuredMember(type, theirs, name.text);
          return ours === undefined || ours === name.text ? [] : [{ start: name.start, end: name.end, text: ours }];
        });
        edits.push(...unwrapped, ...names);
      }
    } else if (path === undefined) byHand(`slipway_${type.counterpart.to} has no such attribute: remove it`);
    else if (!/^\w+$/.test(path)) byHand(`${path} in Slipway: write it by hand`);
    else if (path !== theirs) edits.push({ start, end, text: path });
  }
  return { edits, remarks };
};

/** `override_resource` and `override_data`: the address and the values. */
const rewriteOverride = (file: HclFile, block: HclBlock, module: Module): Rewriting => {
  const target = findAttribute(file, block.body, 'target');
  if (!target) return nothing;
  const address = file.text.slice(file.tokens[target.from]!.start, file.tokens[target.to - 1]!.end);
  const plain = address.replace(/\[[^\]]*\]/g, '');
  const [, calls = '', own = plain] = /^((?:module\.[\w-]+\.)+)(.*)$/.exec(plain) ?? [];
  const one = findCalled(
    module,
    [...calls.matchAll(/module\.([\w-]+)\./g)].map(([, name]) => name!),
    own,
  );
  if (!one) return nothing;
  const renamed = rewriteModuleAddress(file, target.from, (...called) => findCalled(module, ...called));
  return joinRewritings([renamed, rewriteValues(file, findAttribute(file, block.body, 'values'), one, addressOf(one))]);
};

/** The resource type that a mock is for; of several candidates the one that the module uses. */
const chooseType = (module: Module, mode: 'resource' | 'data', type: string): ConvertedType | string => {
  const all = counterparts[mode][type];
  if (!all) return `Slipway has no counterpart of ${type}: remove it`;
  const used = all.filter((one) =>
    convertedOf(module).some((block) => block.mode === mode && block.type === type && block.counterpart === one),
  );
  if (all.length > 1 && used.length !== 1) return `write a mock of ${all.map(({ to }) => `slipway_${to}`).join(' and of ')}`;
  return { mode, counterpart: used[0] ?? all[0]! };
};

/** Rewrites `mock_resource "tfe_workspace" { defaults = { … } }` and `mock_data`. */
const rewriteMock = (file: HclFile, block: HclBlock, module: Module): Rewriting => {
  const [label] = block.labels;
  if (!label || !publicProviders.some(({ prefix }) => label.text.startsWith(`${prefix}_`))) return nothing;
  const type = chooseType(module, textOf(file, block.type) === 'mock_data' ? 'data' : 'resource', label.text);
  if (typeof type === 'string') return { edits: [], remarks: [remarkAt(file, block.type.start, `mock.${label.text}`, type)] };
  const renamed = { start: label.start, end: label.end, text: `"slipway_${type.counterpart.to}"` };
  const defaults = rewriteValues(file, findAttribute(file, block.body, 'defaults'), type, `mock.${label.text}`);
  return joinRewritings([{ edits: [renamed], remarks: [] }, defaults]);
};

/** Mocks and overrides in a body: of a test file, a file of mocks, a provider or a run. */
export const rewriteMocks = (file: HclFile, blocks: readonly HclBlock[], module: Module): Rewriting =>
  joinRewritings(
    blocks.map((block): Rewriting => {
      const type = textOf(file, block.type);
      if (type === 'mock_resource' || type === 'mock_data') return rewriteMock(file, block, module);
      return type === 'override_resource' || type === 'override_data' ? rewriteOverride(file, block, module) : nothing;
    }),
  );

/** Whether a mock is of a type that stays. */
export const isKeptMock = (file: HclFile, block: HclBlock, module: Module): boolean =>
  textOf(file, block.type).startsWith('mock_') &&
  typeof chooseType(module, textOf(file, block.type) === 'mock_data' ? 'data' : 'resource', block.labels[0]?.text ?? '') === 'string';
export const mockAlias = (file: HclFile, block: HclBlock): string => literalOf(file, block.body, 'alias') ?? '';
