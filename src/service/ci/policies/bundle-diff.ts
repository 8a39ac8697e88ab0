import type { Policy } from './compile-bundle.ts';

/** Names of policies, sorted. */
export interface PolicyBundleDiff {
  readonly created: readonly string[];
  readonly deleted: readonly string[];
  readonly modified: readonly string[];
}
type NamedPolicy = Pick<Policy, 'name' | 'hash'>;

/** Compares the policies of two bundles by name and hash. */
export const diffPolicyBundles = (before: readonly NamedPolicy[], after: readonly NamedPolicy[]): PolicyBundleDiff => {
  const [old, next] = [before, after].map((list) => new Map(list.map(({ name, hash }) => [name, hash] as const))) as [
    Map<string, string>,
    Map<string, string>,
  ];
  return {
    created: [...next.keys()].filter((name) => !old.has(name)).sort(),
    deleted: [...old.keys()].filter((name) => !next.has(name)).sort(),
    modified: [...next]
      .filter(([name, hash]) => old.has(name) && old.get(name) !== hash)
      .map(([name]) => name)
      .sort(),
  };
};
