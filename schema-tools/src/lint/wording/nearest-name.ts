/** The edit distance (insertion, deletion, substitution, transposition of neighbours), at most `most` + 1. */
export const editDistance = (one: string, other: string, most: number): number => {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [older, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      let least = Math.min(next[column - 1]! + 1, last[column]! + 1, last[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        least = Math.min(least, older[column - 2]! + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    [older, last] = [last, next];
  }
  return last[other.length]!;
};

const withoutSeparators = (name: string): string => name.toLowerCase().replace(/[-_\s.]/g, '');

/**
 * The name that was probably meant: equal except for case and separators, else the nearest within a third of its length. Undefined if there
 * is none, or two are equally near.
 */
export const nearestName = (name: string, names: Iterable<string>): string | undefined => {
  const all = [...new Set(names)].filter((other) => other !== name);
  const spelled = all.filter((other) => withoutSeparators(other) === withoutSeparators(name));
  if (spelled.length === 1) return spelled[0];
  const most = Math.max(1, Math.min(3, Math.floor(name.length / 3)));
  const near = all
    .map((other) => ({ other, far: editDistance(withoutSeparators(name), withoutSeparators(other), most) }))
    .filter(({ other, far }) => far <= most && far < other.length)
    .sort((a, b) => a.far - b.far);
  return near.length > 1 && near[0]!.far === near[1]!.far ? undefined : near[0]?.other;
};
