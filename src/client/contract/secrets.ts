/** Shorter values are too common to be removed from every message. */
const minimumLength = 4;
const placeholder = '(hidden)';
const secretSpellings = new Set<string>();
let longestFirst: readonly string[] | null = null;

/** How one value may come back in a message: as it is, in JSON, in a URL, in a Basic header, line by line. */
const spellings = (value: string): readonly string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  Buffer.from(value).toString('base64'),
  Buffer.from(`${value}:`).toString('base64'),
  ...value.split(/\r?\n/).filter((line) => line.length >= 12),
];

/** From now on the value is shown in no message, log entry or error of this process. Values under four characters are left alone. */
export const registerSecret = (value: unknown): void => {
  if (typeof value !== 'string' || value.length < minimumLength || secretSpellings.has(value)) return;
  for (const spelling of spellings(value)) secretSpellings.add(spelling);
  longestFirst = null;
};

/** The text without any registered secret, bearer token, or password inside a URL. */
export const redactSecrets = (text: string): string => {
  longestFirst ??= [...secretSpellings].sort((a, b) => b.length - a.length);
  let safe = text;
  for (const secret of longestFirst) if (safe.includes(secret)) safe = safe.replaceAll(secret, placeholder);
  return safe
    .replace(/\b(bearer|basic)[ \t]+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${placeholder}`)
    .replace(/:\/\/[^\s/@]{1,500}@/g, `://${placeholder}@`);
};
