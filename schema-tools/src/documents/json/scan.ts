/** Steps through a text that is known to be JSON, or JSON with comments. Outside of strings a `/` can only begin a comment there. */

const QUOTE = 34,
  BACKSLASH = 92,
  SLASH = 47,
  STAR = 42,
  LF = 10,
  CR = 13,
  OPEN_BRACE = 123,
  CLOSE_BRACE = 125,
  OPEN_BRACKET = 91,
  CLOSE_BRACKET = 93;

/** The offset at which the text begins: after a byte order mark. */
export const textStart = (text: string): number => (text.charCodeAt(0) === 0xfeff ? 1 : 0);

/** The offset after a string, whose opening quote is at `at`. */
export function stringEnd(text: string, at: number): number {
  // A search for one character is many times as fast as looking at each.
  for (let quote = text.indexOf('"', at + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (before > at && text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return text.length;
}

/** The offset after a comment, whose first `/` is at `at`; a line's comment ends before the line end. */
export function commentEnd(text: string, at: number): number {
  if (text.charCodeAt(at + 1) === STAR) {
    const end = text.indexOf('*/', at + 2);
    return end < 0 ? text.length : end + 2;
  }
  let next = at + 1;
  while (next < text.length && text.charCodeAt(next) !== LF && text.charCodeAt(next) !== CR) next += 1;
  return next;
}

/** The offset of the next character from `at` that belongs neither to white space nor to a comment. */
export function skipSpace(text: string, at: number): number {
  for (let next = at; ;) {
    const code = text.charCodeAt(next);
    if (code === 32 || code === LF || code === CR || code === 9) next += 1;
    else if (code === SLASH) next = commentEnd(text, next);
    else return next;
  }
}

/** The offset after the value at `at`, found without building values and without recursion. */
export function skipValue(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === QUOTE) return stringEnd(text, at);
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return literalEnd(text, at);
  for (let [next, depth] = [at + 1, 1]; next < text.length;) {
    const code = text.charCodeAt(next);
    if (code === QUOTE) {
      next = stringEnd(text, next);
      continue;
    }
    if (code === SLASH) {
      next = commentEnd(text, next);
      continue;
    }
    next += 1;
    if (code <= 58) continue;
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1;
    else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && (depth -= 1) === 0) return next;
  }
  return text.length;
}

/** The offset after a number, `true`, `false` or `null`. */
function literalEnd(text: string, at: number): number {
  const literal = /[-+.\w]*/y;
  literal.lastIndex = at;
  literal.test(text);
  return literal.lastIndex;
}

/** The name that a key's text spells, quotes and all. */
export function parseKey(written: string): string {
  return written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
}
