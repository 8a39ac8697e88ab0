/**
 * The limit that a value exceeds: the number of values, including the value itself, or the depth. Without recursion, so that
 * depth is no problem.
 */
export const findExceededLimit = (
  value: unknown,
  most: { readonly values: number; readonly levels: number },
): 'values' | 'levels' | undefined => {
  let [level, count]: [readonly unknown[], number] = [[value], 0];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most.levels) return 'levels';
    const inner: unknown[] = [];
    for (const one of level) {
      count += 1;
      if (typeof one === 'object' && one !== null) for (const next of Object.values(one)) inner.push(next);
      if (count + inner.length > most.values) return 'values';
    }
    level = inner;
  }
  return undefined;
};
