/** Schemas of providers as `providers schema -json` writes them, of one engine and one lock file. */
interface CachedSchemas {
  readonly text: string;
  /** The providers that are in it. */
  readonly providers: ReadonlySet<string>;
}

/** Characters of all texts together. */
const maxCharacters = 32 * 1024 * 1024;
const cache = new Map<string, CachedSchemas>();

const listProviders = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/"((?:[^"\\\s/]+\/){2}[^"\\\s/]+)":\{/g)].map(([, name]) => name!));

/** What the schemas depend on: the program, and the providers that it chose. */
export const toSchemaKey = (engine: string, lock: string | null): string => JSON.stringify([engine, lock]);

export const hasSchemas = (key: string): boolean => cache.has(key);

/** The schemas that were kept, if those of all these providers are among them. */
export const findSchemas = (key: string, providers: readonly string[]): string | undefined => {
  const found = cache.get(key);
  return found && providers.every((name) => found.providers.has(name)) ? found.text : undefined;
};

/** Keeps schemas for other runs, and drops those that were kept first where they become too many. */
export const keepSchemas = (key: string, text: string): void => {
  cache.delete(key);
  if (text.length > maxCharacters) return;
  cache.set(key, { text, providers: listProviders(text) });
  let size = [...cache.values()].reduce((sum, one) => sum + one.text.length, 0);
  for (const [first, { text: dropped }] of cache) {
    if (size <= maxCharacters) return;
    cache.delete(first);
    size -= dropped.length;
  }
};
