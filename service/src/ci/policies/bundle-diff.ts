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
  const [hashesBefore, hashesAfter] = [before, after].map((list) => new Map(list.map(({ name, hash }) => [name, hash] as const))) as [
    Map<string, string>,
    Map<string, string>,
  ];
  return {
    created: [...hashesAfter.keys()].filter((name) => !hashesBefore.has(name)).sort(),
    deleted: [...hashesBefore.keys()].filter((name) => !hashesAfter.has(name)).sort(),
    modified: [...hashesAfter]
      .filter(([name, hash]) => hashesBefore.has(name) && hashesBefore.get(name) !== hash)
      .map(([name]) => name)
      .sort(),
  };
};
