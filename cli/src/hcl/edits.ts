/** Replaces `[start, end)` of a text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const inOrder = (edits: readonly Edit[]): readonly Edit[] => edits.toSorted((a, b) => a.start - b.start || a.end - b.end);

/** Applies edits that do not overlap; of those at one position, the first given comes first. */
export const applyEdits = (text: string, edits: readonly Edit[]): string => {
  const parts: string[] = [];
  let at = 0;
  for (const edit of inOrder(edits)) {
    if (edit.start < at) throw new Error(`two edits overlap at ${edit.start}`);
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return [...parts, text.slice(at)].join('');
};

/** Drops edits inside a range that another edit replaces. */
export const withoutCovered = (edits: readonly Edit[]): readonly Edit[] => {
  const covered = new Set<Edit>();
  let cover: Edit | undefined;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const isEmpty = edit.start === edit.end;
    if (cover && edit.start < cover.end && edit.end <= cover.end && !(isEmpty && edit.start === cover.start)) covered.add(edit);
    else if (!isEmpty) cover = edit;
  }
  return edits.filter((edit) => !covered.has(edit));
};

/** The line with the position, from its first character to after its line break. */
export const lineAround = (text: string, at: number): { readonly start: number; readonly end: number } => {
  const next = text.indexOf('\n', at);
  return { start: text.lastIndexOf('\n', at - 1) + 1, end: next === -1 ? text.length : next + 1 };
};

export const indentOf = (text: string, at: number): string => {
  const { start } = lineAround(text, at);
  return /^[ \t]*/.exec(text.slice(start, at))![0];
};

/** An edit that removes a range, and the whole line if nothing else is in it. */
export const removeLine = (text: string, range: { readonly start: number; readonly end: number }): Edit => {
  const start = lineAround(text, range.start).start;
  const { end } = lineAround(text, range.end);
  const isAlone = text.slice(start, range.start).trim() === '' && text.slice(range.end, end).trim() === '';
  return isAlone ? { start, end, text: '' } : { ...range, text: '' };
};

/** Maps positions before the edits to positions after them; inside a replaced range, to its start. */
export const positionAfter = (edits: readonly Edit[]): ((at: number) => number) => {
  const sorted = inOrder(edits);
  const grown: number[] = [];
  for (const { start, end, text } of sorted) grown.push((grown.at(-1) ?? 0) + text.length - (end - start));
  return (at) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.end <= at) low = middle + 1;
      else high = middle;
    }
    const before = grown[low - 1] ?? 0;
    const next = sorted[low];
    return (next && next.start < at ? next.start : at) + before;
  };
};

/** The number of the line, from 1, that a position is in. */
export const lineNumbers = (text: string): ((at: number) => number) => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (at) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
};

/** Edits with the line breaks of the text. */
export const withBreaksOf = (text: string, edits: readonly Edit[]): readonly Edit[] =>
  text.includes('\r\n') ? edits.map((edit) => ({ ...edit, text: edit.text.replace(/\r?\n/g, '\r\n') })) : edits;
