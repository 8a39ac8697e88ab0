import type { Policy } from './compile-bundle.ts';

/** Names of policies, in order. */
export interface PolicyBundleDiff {
  readonly created: readonly string[];
  readonly deleted: readonly string[];
  readonly modified: readonly string[];
}
type NamedPolicy = Pick<Policy, 'name' | 'hash'>;

/** What becomes of the policies of one bundle in another: known by name, changed when their text is. */
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
