/** Whether a text matches the pattern, in which each `*` stands for any characters; in linear time. */
export const matchesGlob = (pattern: string, text: string): boolean => {
  const parts = pattern.split('*');
  if (parts.length === 1) return pattern === text;
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
};

/** A pattern with `*` fits the whole path, one without a part of it. */
export const matchesPath = (pattern: string, path: string): boolean =>
  pattern.includes('*') ? matchesGlob(pattern, path) : path.includes(pattern);
