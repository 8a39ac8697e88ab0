/** The ends of the parts in delimiters, in pairs; undefined when they are not balanced. */
function delimiterPairs(template: string, start: string, end: string): readonly (readonly [number, number])[] | undefined {
  const pairs: [number, number][] = [];
  let [level, from] = [0, 0];
  for (const [index, character] of [...template].entries()) {
    if (character === start && ++level === 1) from = index;
    else if (character === end) {
      if (--level < 0) return undefined;
      if (level === 0) pairs.push([from, index]);
    }
  }
  return level === 0 ? pairs : undefined;
}

/**
 * A text with patterns between delimiters, `urn:{[a-z]+}:{.*}`, as one regular expression. Undefined when the delimiters are not
 * balanced, or not one character each.
 */
export function templateToRegex(template: string, start: string, end: string): string | undefined {
  if ([...start].length !== 1 || [...end].length !== 1) return undefined;
  const pairs = delimiterPairs(template, start, end);
  if (!pairs) return undefined;
  const characters = [...template];
  let [regex, at] = ['', 0];
  const literal = (from: number, to: number) =>
    characters
      .slice(from, to)
      .join('')
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  for (const [from, to] of pairs) {
    regex += `${literal(at, from)}(${characters.slice(from + 1, to).join('')})`;
    at = to + 1;
  }
  return `^${regex}${literal(at, characters.length)}$`;
}
