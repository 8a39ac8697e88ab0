/** `region/zone/subzone`: one to three non-empty parts; a star may only be the last character. */
export const isLocality = (text: string): boolean => {
  const star = text.indexOf('*');
  const parts = text.split('/');
  return (
    (star < 0 || star === text.length - 1) &&
    [parts[0], parts[1], parts.length > 2 ? parts.slice(2).join('/') : undefined].every((part) => part !== '')
  );
};

/** Whether one locality lies within an earlier one: `a/b` within `a` and `a/*`, anything within `*`, and `a` within anything of `a`. */
const liesWithin = (locality: string, earlier: string): boolean => {
  const [mine, theirs] = [locality.split('/'), earlier.split('/')];
  for (const [index, part] of mine.entries()) {
    const other = theirs[index];
    if (other === undefined || other === '*') return true;
    if (other.endsWith('*') && part.startsWith(other.slice(0, -1))) return true;
    if (part === '*') return false;
    if (part !== other) return false;
  }
  return true;
};
/** The first locality that lies within one before it; `inAnyOrder`: before or after it. */
export const findOverlap = (localities: readonly string[], inAnyOrder = false): readonly [string, string] | undefined => {
  for (const [index, locality] of localities.entries())
    for (const other of localities.slice(0, index))
      if (liesWithin(locality, other) || (inAnyOrder && liesWithin(other, locality))) return [locality, other];
  return undefined;
};
