import { isIPv4, isIPv6 } from 'node:net';
import { isString } from '../values/index.ts';
import { asString, type Builtin, defineBuiltin } from './builtin.ts';

/** A range of addresses: the first `length` of `bits` bits are those of `value`. */
interface AddressBlock {
  readonly value: bigint;
  readonly bits: 32 | 128;
  readonly length: number;
}

const parseIPv4 = (text: string): bigint => text.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n);
/** The eight groups of an address, with the groups that `::` stands for. */
const parseIPv6 = (text: string): bigint => {
  const groups = (part: string): readonly string[] =>
    part === ''
      ? []
      : part.split(':').flatMap((group) => {
          if (!group.includes('.')) return [group];
          const value = parseIPv4(group);
          return [(value >> 16n).toString(16), (value & 0xffffn).toString(16)];
        });
  const [before = '', after] = text.split('::');
  const [head, tail] = [groups(before), groups(after ?? '')];
  const zeros = after === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
};
/** The prefix of IPv4 addresses that are written as IPv6: `::ffff:10.0.0.1` is `10.0.0.1`. */
const mappedPrefix = 0xffffn;

function parseAddress(text: string): AddressBlock | undefined {
  if (isIPv4(text)) return { value: parseIPv4(text), bits: 32, length: 32 };
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const value = parseIPv6(text);
  return value >> 32n === mappedPrefix ? { value: value & 0xffff_ffffn, bits: 32, length: 32 } : { value, bits: 128, length: 128 };
}
function parseBlock(text: string): AddressBlock | undefined {
  const [address = '', length = '', ...more] = text.split('/');
  if (more.length > 0 || !/^[0-9]{1,4}$/.test(length)) return undefined;
  const parsed = parseAddress(address);
  const [written, most] = [Number(length), address.includes(':') ? 128 : 32];
  if (!parsed || written > most) return undefined;
  // A block of mapped addresses counts the 96 bits before them.
  return { ...parsed, length: most === 128 && parsed.bits === 32 ? Math.max(0, written - 96) : written };
}
const hasPrefix = (block: AddressBlock, other: AddressBlock): boolean => {
  const shift = BigInt(block.bits - block.length);
  return block.bits === other.bits && block.value >> shift === other.value >> shift;
};
const contains = (block: AddressBlock, other: AddressBlock): boolean => block.length <= other.length && hasPrefix(block, other);

export const networkBuiltins: readonly Builtin[] = [
  defineBuiltin('net.cidr_is_valid', 1, ([text]) => isString(text) && parseBlock(text) !== undefined),
  defineBuiltin('net.cidr_contains', 2, ([block, other]) => {
    const outer = parseBlock(asString(block));
    const inner = parseBlock(asString(other)) ?? parseAddress(asString(other));
    return outer && inner ? contains(outer, inner) : undefined;
  }),
  defineBuiltin('net.cidr_intersects', 2, ([left, right]) => {
    const [first, second] = [parseBlock(asString(left)), parseBlock(asString(right))];
    return first && second ? contains(first, second) || contains(second, first) : undefined;
  }),
];
