/** Below this length a value is too common a word to be taken out of every message. */
const shortest = 4;
const hidden = '(hidden)';
const known = new Set<string>();
let longestFirst: readonly string[] | null = null;

/** How one value may come back in a message: as it is, in JSON, in a URL, in a Basic header, line by line. */
const spellings = (value: string): readonly string[] => [
  value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value),
  Buffer.from(value).toString('base64'), Buffer.from(`${value}:`).toString('base64'),
  ...value.split(/\r?\n/).filter((line) => line.length >= 12),
];

/** From now on the value is shown in no message, log entry or error of this process. Values under four characters are left alone. */
export const registerSecret = (value: unknown): void => {
  if (typeof value !== 'string' || value.length < shortest || known.has(value)) return;
  for (const spelling of spellings(value)) known.add(spelling);
  longestFirst = null;
};

/** The text without any registered secret, bearer token, or password inside a URL. */
export const redact = (text: string): string => {
  longestFirst ??= [...known].sort((a, b) => b.length - a.length);
  let safe = text;
  for (const secret of longestFirst) if (safe.includes(secret)) safe = safe.replaceAll(secret, hidden);
  return safe
    .replace(/\b(bearer|basic)[ \t]+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${hidden}`)
    .replace(/:\/\/[^\s/@]{1,500}@/g, `://${hidden}@`);
};
