/**
 * The secrets of this process. They are removed from every log line, crash report and diagnostic.
 * The text of a secret is matched as it is, as JSON escapes it and as a URL does. A plugin is two bundles, each with its
 * copy of this module: the secrets themselves belong to the process.
 */
interface SecretRegistry {
  readonly spellings: Set<string>;
  pattern?: RegExp | undefined;
}

const key = Symbol.for('slipway.secrets');
const registry = ((globalThis as { [key]?: SecretRegistry })[key] ??= { spellings: new Set() });

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Registers a secret; an empty one is none. */
export const addSecret = (secret: string): void => {
  if (secret === '' || registry.spellings.has(secret)) return;
  const spelled = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(Buffer.from(secret).toString())];
  for (const spelling of spelled) registry.spellings.add(spelling);
  registry.pattern = undefined;
};

/** The text with `(sensitive value)` in the place of every secret. */
export const redact = (text: string): string => {
  if (registry.spellings.size === 0) return text;
  // The longest first: a secret that contains another one goes whole.
  registry.pattern ??= new RegExp(
    [...registry.spellings]
      .sort((a, b) => b.length - a.length)
      .map(escapeRegExp)
      .join('|'),
    'g',
  );
  return text.replace(registry.pattern, '(sensitive value)');
};
