/**
 * Secrets this process was told. What was kept here is taken out of every log line, crash and diagnostic that leaves it.
 * The text of a secret is matched as it is, as JSON escapes it and as a URL does.
 */
const spellings = new Set<string>();
let pattern: RegExp | undefined;

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Registers a secret; an empty one is none. */
export const keepSecret = (secret: string): void => {
  if (secret === '' || spellings.has(secret)) return;
  for (const spelling of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(Buffer.from(secret).toString())]) spellings.add(spelling);
  pattern = undefined;
};

/** The text with `(sensitive value)` in the place of every secret. */
export const redact = (text: string): string => {
  if (spellings.size === 0) return text;
  // The longest first: a secret that contains another one goes whole.
  pattern ??= new RegExp([...spellings].sort((a, b) => b.length - a.length).map(quoted).join('|'), 'g');
  return text.replace(pattern, '(sensitive value)');
};
