export interface Room {
  /** Maximum length of a warning in characters. Kubernetes recommends 120, and may truncate beyond 256. */
  readonly each?: number;
  /** Characters of all warnings: Kubernetes drops what comes after 4096. */
  readonly total?: number;
}

/** Characters as Kubernetes counts them: code points. */
const countCodePoints = (text: string): number => [...text].length;

/** One line of whole characters: a warning with a control character in it is not passed on. */
const toOneLine = (text: string): string =>
  text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();

const truncate = (text: string, most: number): string =>
  countCodePoints(text) <= most
    ? text
    : `${[...text]
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;

/**
 * The warnings that fit into the limit, each truncated; the last one then counts the others as so many of `what`, including `besides`,
 * which were not passed because they could not fit.
 */
export const fitWarnings = (
  warnings: readonly string[],
  { each = 256, total = 4096 }: Room = {},
  what = 'deprecated field',
  besides = 0,
): readonly string[] => {
  const lines = [...new Set(warnings.map((warning) => truncate(toOneLine(warning), each)))];
  const rest = (count: number): string => `… and ${count} more ${what}${count === 1 ? '' : 's'}`;
  const sizes = lines.map(countCodePoints);
  const all = sizes.reduce((sum, one) => sum + one, 0);
  if (all <= total && besides === 0) return lines;
  let [used, count] = [0, 0];
  while (count < lines.length && used + sizes[count]! + countCodePoints(rest(lines.length + besides)) <= total) used += sizes[count++]!;
  return [...lines.slice(0, count), truncate(rest(lines.length + besides - count), total)];
};
