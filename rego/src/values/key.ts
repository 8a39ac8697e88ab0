import { numberKey } from './numbers.ts';
import { isArray, isNumber, isSet, type RegoValue } from './value.ts';

const cachedKeys = new WeakMap<object, string>();

/** A canonical key: equal values have equal keys, others do not. */
export function keyOf(value: RegoValue): string {
  if (typeof value === 'string') return `"${value.length}:${value}`;
  if (isNumber(value)) return `#${numberKey(value)}`;
  if (value === null || typeof value === 'boolean') return `!${value}`;
  const cached = cachedKeys.get(value);
  if (cached !== undefined) return cached;
  const key = isArray(value)
    ? `[${value.map(keyOf).join()}]`
    : isSet(value)
      ? `<${[...value.members.keys()].join()}>`
      : `{${[...value.entries].map(([name, [, child]]) => `${name}=${keyOf(child)}`).join()}}`;
  cachedKeys.set(value, key);
  return key;
}
