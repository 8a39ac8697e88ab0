import { isIPv4, isIPv6 } from 'node:net';

/** A range of addresses: the first `length` of `bits` bits are those of `value`. */
export interface AddressBlock {
  readonly value: bigint;
  readonly bits: 32 | 128;
  readonly length: number;
}

const parseIPv4 = (text: string): bigint => text.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n);
/** The eight groups of an address, with those that `::` abbreviates. */
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
/** A block such as `10.0.0.0/8`; undefined for another text. */
export function parseBlock(text: string): AddressBlock | undefined {
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
/** Whether one block lies in another. */
export const blockContains = (block: AddressBlock, other: AddressBlock): boolean => block.length <= other.length && hasPrefix(block, other);

/** A block, or the block of one address. */
export const parseAddressOrBlock = (text: string): AddressBlock | undefined => parseBlock(text) ?? parseAddress(text);

/** The longest run of zero groups is written as `::`. */
function formatIPv6(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - index * 16)) & 0xffffn).toString(16));
  const runs = [...groups.join(':').matchAll(/\b0(?::0)+\b/g)].sort((left, right) => right[0].length - left[0].length);
  const [longest] = runs;
  if (!longest) return groups.join(':');
  const text = groups.join(':');
  return `${text.slice(0, longest.index).replace(/:$/, '')}::${text.slice(longest.index + longest[0].length).replace(/^:/, '')}`;
}
/** An address in its shortest form. */
export const formatAddress = (value: bigint, bits: 32 | 128): string =>
  bits === 32 ? [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.') : formatIPv6(value);
