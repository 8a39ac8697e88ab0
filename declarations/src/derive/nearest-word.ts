/** Letters to insert, drop, replace or swap with their neighbour (optimal string alignment). */
const distance = (a: string, b: string): number => {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const cell = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    const row = (rows[i] = [i]);
    for (let j = 1; j <= b.length; j++) {
      const change = cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? cell(i - 2, j - 2) + 1 : Infinity;
      row.push(Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, change, swap));
    }
  }
  return cell(a.length, b.length);
};

/** The word that was probably meant: at most a third of its letters differ, ignoring case. */
export const nearestWord = (written: string, options: readonly string[]): string | undefined => {
  if (written.length > 64) return undefined;
  const found = options
    .map((word) => ({ word, off: distance(written.toLowerCase(), word.toLowerCase()) }))
    .sort((a, b) => a.off - b.off)[0];
  return found && found.off <= Math.max(1, Math.floor(found.word.length / 3)) ? found.word : undefined;
};
