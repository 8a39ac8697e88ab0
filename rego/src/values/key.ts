import { isArray, isNumber, isSet, type RegoValue } from './value.ts';

const cachedKeys = new WeakMap<object, string>();

/** A text that two values share exactly when they are equal. */
export function keyOf(value: RegoValue): string {
  if (typeof value === 'string') return `"${value.length}:${value}`;
  if (isNumber(value)) return `#${value === 0 ? 0 : value}`;
  if (value === null || typeof value === 'boolean') return `!${value}`;
  const before = cachedKeys.get(value);
  if (before !== undefined) return before;
  const key = isArray(value)
    ? `[${value.map(keyOf).join()}]`
    : isSet(value)
      ? `<${[...value.members.keys()].join()}>`
      : `{${[...value.entries].map(([name, [, held]]) => `${name}=${keyOf(held)}`).join()}}`;
  cachedKeys.set(value, key);
  return key;
}
