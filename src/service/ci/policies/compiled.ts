import { type Bundle, compileBundle } from './rego/index.ts';

/** Characters of the policies that are kept compiled. */
const kept = 5_000_000;
const ready = new Map<string, { readonly bundle: Bundle; readonly size: number }>();

const keep = (id: string, bundle: Bundle): void => {
  ready.set(id, { bundle, size: bundle.policies.reduce((sum, { content }) => sum + content.length, 0) });
  let sum = 0;
  for (const [one, { size }] of [...ready].reverse()) {
    sum += size;
    if (one !== id && sum > kept) ready.delete(one);
  }
};

/**
 * A stored bundle, ready to be asked. Bundles never change, so each is compiled once for as long as it is asked.
 * @throws PolicyFault for one that another release of ours took and this one does not.
 */
export const compiled = (id: string, files: { readonly [file: string]: string }): Bundle => {
  const known = ready.get(id)?.bundle;
  ready.delete(id);
  const bundle = known ?? compileBundle(files);
  keep(id, bundle);
  return bundle;
};
