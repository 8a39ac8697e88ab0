const context = 3;

interface Change {
  readonly at: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Longest beginning at which both are equal. */
const equalLines = (one: readonly string[], from: number, other: readonly string[], at: number): number => {
  let count = 0;
  while (from + count < one.length && at + count < other.length && one[from + count] === other[at + count]) count++;
  return count;
};

/** The next place where both texts go on with the same line; looks at most this many lines ahead, then takes the rest as changed. */
const lookAhead = 200;

const findNextEqual = (before: readonly string[], at: number, after: readonly string[], from: number): readonly [number, number] => {
  for (let distance = 1; distance <= lookAhead; distance++)
    for (let skipped = 0; skipped <= distance; skipped++) {
      const [one, other] = [at + skipped, from + distance - skipped];
      if (one < before.length && other < after.length && before[one] === after[other]) return [one, other];
    }
  return [before.length, after.length];
};

const findChanges = (before: readonly string[], after: readonly string[]): readonly Change[] => {
  const changes: Change[] = [];
  let [at, from] = [0, 0];
  while (at < before.length || from < after.length) {
    const equal = equalLines(before, at, after, from);
    [at, from] = [at + equal, from + equal];
    if (at >= before.length && from >= after.length) break;
    const [nextAt, nextFrom] = findNextEqual(before, at, after, from);
    changes.push({ at, removed: before.slice(at, nextAt), added: after.slice(from, nextFrom) });
    [at, from] = [nextAt, nextFrom];
  }
  return changes;
};

/** Changes whose contexts touch, together. */
const groupChanges = (changes: readonly Change[]): readonly (readonly Change[])[] => {
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    if (last && change.at - (last.at + last.removed.length) <= 2 * context) groups.at(-1)!.push(change);
    else groups.push([change]);
  }
  return groups;
};

const prefixed = (mark: string, lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line.endsWith('\n') ? `${mark}${line}` : `${mark}${line}\n\\ No newline at end of file\n`));

const renderHunk = (changes: readonly Change[], before: readonly string[], shift: number): string => {
  const [first, last] = [changes[0]!, changes.at(-1)!];
  const start = Math.max(0, first.at - context);
  const end = Math.min(before.length, last.at + last.removed.length + context);
  const lines: string[] = [];
  let at = start;
  for (const { at: changedAt, removed, added } of changes) {
    lines.push(...prefixed(' ', before.slice(at, changedAt)), ...prefixed('-', removed), ...prefixed('+', added));
    at = changedAt + removed.length;
  }
  lines.push(...prefixed(' ', before.slice(at, end)));
  const grown = changes.reduce((sum, { removed, added }) => sum + added.length - removed.length, 0);
  const [oldLines, newLines] = [end - start, end - start + grown];
  const range = (from: number, count: number): string => `${count === 0 ? from : from + 1},${count}`;
  return `@@ -${range(start, oldLines)} +${range(start + shift, newLines)} @@\n${lines.join('')}`;
};

/** The change of a file in the unified format, with three lines of context. `before` null: the file is new. */
export const unifiedDiff = (path: string, before: string | null, after: string): string => {
  const [one, other] = [linesOf(before ?? ''), linesOf(after)];
  let shift = 0;
  const hunks = groupChanges(findChanges(one, other)).map((changes) => {
    const hunk = renderHunk(changes, one, shift);
    for (const { removed, added } of changes) shift += added.length - removed.length;
    return hunk;
  });
  return hunks.length === 0 ? '' : `--- ${before === null ? '/dev/null' : `a/${path}`}\n+++ b/${path}\n${hunks.join('')}`;
};
