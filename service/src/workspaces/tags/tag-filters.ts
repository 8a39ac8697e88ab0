import { badRequest } from '../../http/problem.ts';
import type { LinkFilter } from '../../store/record-filter.ts';
import { toTagKey } from './effective-tags.ts';

/**
 * Parses `filter[tagged][i][key]` and `[value]`; all must match, with `union` at least one. `bare`: a key without a value matches tags
 * without a value.
 */
export const parseTagFilters = (
  query: URLSearchParams,
  kind: 'workspace-tagged' | 'project-tagged',
  { union = false, bare = false }: { readonly union?: boolean; readonly bare?: boolean } = {},
): readonly LinkFilter[] => {
  const asked = new Map<string, { key?: string; value?: string }>();
  for (const [name, text] of query) {
    const found = /^filter\[tagged\]\[(\d{1,9})\]\[(key|value)\]$/.exec(name);
    if (!found) continue;
    const one = asked.get(found[1]!) ?? {};
    one[found[2] as 'key' | 'value'] = text;
    asked.set(found[1]!, one);
  }
  const filters = [...asked].map(([index, { key, value }]) => {
    if (!key)
      throw badRequest(
        `filter[tagged][${index}][value] has no key; expected filter[tagged][${index}][key]`,
        `filter[tagged][${index}][key]`,
      );
    return { kind, self: 'from' as const, other: [toTagKey(key, bare ? (value ?? '') : value || undefined)] };
  });
  return union && filters.length > 0 ? [{ kind, self: 'from', other: filters.flatMap(({ other }) => other) }] : filters;
};
