import { isArray, isString, keyedMembers, setOf, type RegoValue } from '../values/index.ts';
import { blockContains, formatAddress, parseAddressOrBlock, parseBlock, type AddressBlock } from './address-blocks.ts';
import { asMembers, asString, defineBuiltin, typeMismatch, type Builtin, type BuiltinContext } from './builtin.ts';

const fail = (): never => {
  throw typeMismatch;
};
/** Texts by the key that identifies them: for a collection the index, key or member, for a text the text. */
function keyedTexts(value: RegoValue): readonly (readonly [RegoValue, string])[] {
  if (isString(value)) return [[value, value]];
  return keyedMembers(value).map(([key, each]) => [key, asString(isArray(each) ? each[0] : each)] as const);
}
function containsMatches(blocks: RegoValue, others: RegoValue, { tick }: BuiltinContext): RegoValue {
  const [outer, inner] = [keyedTexts(blocks), keyedTexts(others)];
  tick(outer.length * inner.length);
  if (outer.length === 0 || inner.length === 0) return setOf([]);
  const parsed = inner.map(([key, text]) => [key, parseAddressOrBlock(text) ?? fail()] as const);
  return setOf(
    outer.flatMap(([key, text]) => {
      const block = parseBlock(text) ?? fail();
      return parsed.filter(([, other]) => blockContains(block, other)).map(([other]) => [key, other]);
    }),
  );
}

const maxExpansion = 1 << 20;
function expandBlock(text: string, { tick, checkSize }: BuiltinContext): RegoValue {
  const block = parseBlock(text) ?? fail();
  const free = block.bits - block.length;
  const count = free > 20 ? Number.POSITIVE_INFINITY : 2 ** free;
  checkSize(count > maxExpansion ? Number.POSITIVE_INFINITY : count * 16);
  tick(count);
  const start = (block.value >> BigInt(free)) << BigInt(free);
  return setOf(Array.from({ length: count }, (_, index) => formatAddress(start + BigInt(index), block.bits)));
}

interface AddressRange {
  readonly bits: 32 | 128;
  readonly first: bigint;
  readonly last: bigint;
}
const rangeOf = ({ value, bits, length }: AddressBlock): AddressRange => {
  const free = BigInt(bits - length);
  const first = (value >> free) << free;
  return { bits, first, last: first + (1n << free) - 1n };
};
/** The blocks that cover a range exactly, the largest possible ones. */
function blocksOfRange({ bits, first, last }: AddressRange): readonly string[] {
  const blocks: string[] = [];
  for (let start = first; start <= last;) {
    let free = 0n;
    while (free < BigInt(bits) && ((start >> free) & 1n) === 0n && start + (2n << free) - 1n <= last) free++;
    blocks.push(`${formatAddress(start, bits)}/${bits - Number(free)}`);
    start += 1n << free;
  }
  return blocks;
}
/** An address without a length has that of its class, as Go's default mask has it. */
function classfulBlock(text: string): AddressBlock {
  const block = parseBlock(text);
  if (block) return block;
  const address = parseAddressOrBlock(text) ?? fail();
  if (address.bits === 128) return fail();
  const first = Number(address.value >> 24n);
  return { ...address, length: first < 128 ? 8 : first < 192 ? 16 : 24 };
}
function mergeBlocks(value: RegoValue): RegoValue {
  const ranges = asMembers(value)
    .map((text) => rangeOf(classfulBlock(asString(text))))
    .sort((left, right) => left.bits - right.bits || (left.first < right.first ? -1 : left.first > right.first ? 1 : 0));
  const merged: AddressRange[] = [];
  for (const range of ranges) {
    const before = merged.at(-1);
    if (before && before.bits === range.bits && range.first <= before.last + 1n)
      merged[merged.length - 1] = { ...before, last: before.last > range.last ? before.last : range.last };
    else merged.push(range);
  }
  return setOf(merged.flatMap(blocksOfRange));
}

export const networkSetBuiltins: readonly Builtin[] = [
  defineBuiltin('net.cidr_contains_matches', 2, ([blocks, others], context) => containsMatches(blocks, others, context)),
  defineBuiltin('net.cidr_expand', 1, ([block], context) => expandBlock(asString(block), context)),
  defineBuiltin('net.cidr_merge', 1, ([blocks]) => mergeBlocks(blocks)),
];
