/** Values by the result of `keyOf`, in their order. */
export const groupBy = <T, K>(values: Iterable<T>, keyOf: (value: T) => K): ReadonlyMap<K, readonly T[]> => {
  const found = new Map<K, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const there = found.get(key);
    if (there) there.push(value);
    else found.set(key, [value]);
  }
  return found;
};
