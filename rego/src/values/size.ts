import { type DecimalValue, isArray, isNumber, isSet, type RegoValue } from './value.ts';

const cachedSizes = new WeakMap<object, number>();

/**
 * The size of a value when written out: one for each node and one for each character. Shared parts count each time; large integers
 * count more.
 */
export function sizeOf(value: RegoValue): number {
  if (typeof value === 'string') return value.length + 1;
  if (typeof value === 'bigint') return value.toString(16).length << 6;
  if (value === null || typeof value !== 'object') return 1;
  if (isNumber(value)) return (value as DecimalValue).text.length + 1;
  const cached = cachedSizes.get(value);
  if (cached !== undefined) return cached;
  let size = 1;
  if (isArray(value)) for (const item of value) size += sizeOf(item);
  else if (isSet(value)) for (const member of value.members.values()) size += sizeOf(member);
  else for (const [key, child] of value.entries.values()) size += sizeOf(key) + sizeOf(child);
  cachedSizes.set(value, size);
  return size;
}
