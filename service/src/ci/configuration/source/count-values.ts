/** Counts the values in a value, with shared aliases expanded. */
export const countValues = (root: unknown): number => {
  const known = new Map<object, number>();
  const size = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1;
    const before = known.get(value);
    if (before !== undefined) return before;
    const sum = Object.values(value).reduce((total: number, inner) => total + size(inner), 1);
    known.set(value, sum);
    return sum;
  };
  return size(root);
};
