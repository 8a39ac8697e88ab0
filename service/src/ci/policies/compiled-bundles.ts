import { type Bundle, compileBundle } from './compile-bundle.ts';

/** Characters of the policies in the cache. */
const maxCachedCharacters = 5_000_000;
const cachedBundles = new Map<string, { readonly bundle: Bundle; readonly size: number }>();

const cacheBundle = (id: string, bundle: Bundle): void => {
  cachedBundles.set(id, { bundle, size: bundle.policies.reduce((total, { content }) => total + content.length, 0) });
  let sum = 0;
  for (const [one, { size }] of [...cachedBundles].reverse()) {
    sum += size;
    if (one !== id && sum > maxCachedCharacters) cachedBundles.delete(one);
  }
};

/**
 * Compiles a stored bundle. Bundles never change: the least recently used ones leave the cache first.
 * @throws PolicyError for a bundle that an earlier release accepted and this one does not.
 */
export const getCompiledBundle = (id: string, files: { readonly [file: string]: string }): Bundle => {
  const cached = cachedBundles.get(id)?.bundle;
  cachedBundles.delete(id);
  const bundle = cached ?? compileBundle(files);
  cacheBundle(id, bundle);
  return bundle;
};
