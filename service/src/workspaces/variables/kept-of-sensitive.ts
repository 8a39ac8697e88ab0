import { throwIfInvalid, unprocessable } from '../../http/problem.ts';

const readMember = (stored: object, name: string): unknown => (stored as { readonly [name: string]: unknown })[name];

/**
 * Requires that an update of a sensitive variable keeps `sensitive` and all visible attributes: only its value can change (decision 141).
 * Accepts any update of other variables. `next`: the body to be stored. Throws 422 for each other change.
 */
export const requireKeptOfSensitive = (what: 'variable' | 'parameter', old: object, next: object, pointer = '/data/attributes'): void => {
  if (!readMember(old, 'sensitive')) return;
  if (!readMember(next, 'sensitive'))
    throw unprocessable(`a sensitive ${what} stays sensitive; delete it and create it again`, `${pointer}/sensitive`);
  throwIfInvalid(
    ['key', 'category', 'hcl', 'description']
      .filter((name) => (readMember(next, name) ?? '') !== (readMember(old, name) ?? ''))
      .map((name) => ({
        detail: `of a sensitive ${what} only the value can be changed; delete it and create it again to change its ${name}`,
        pointer: `${pointer}/${name}`,
      })),
  );
};
