/** The edit distance (insertions, deletions, substitutions) between two words. */
const editDistance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const above = row;
    row = [index + 1];
    for (let at = 1; at <= to.length; at += 1)
      row.push(Math.min(above[at]! + 1, row[at - 1]! + 1, above[at - 1]! + (letter === to[at - 1] ? 0 : 1)));
  }
  return row.at(-1)!;
};

/** The word that was probably meant; undefined: none is near. Words beyond 64 letters are not compared. */
export const suggestWord = (word: string, words: readonly string[]): string | undefined => {
  if (word.length > 64) return undefined;
  const [nearest] = words
    .map((one) => ({ one, far: one.startsWith(word) && word !== '' ? 0 : editDistance(word.toLowerCase(), one) }))
    .sort((a, b) => a.far - b.far);
  return nearest && nearest.far <= 2 ? nearest.one : undefined;
};
