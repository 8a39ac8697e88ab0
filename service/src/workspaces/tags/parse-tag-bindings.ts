import { type ErrorObject, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { type DocumentEntry, type JsonObject, parseToMany } from '../../json-api/parse-document.ts';
import type { StoredTagBinding } from './stored.ts';

const tagPattern = /^[A-Za-z0-9 _.=+\-@:]*$/;

/** Limits of key-value tags (gaps, section 2): 10 of them, key 1–128, value up to 256, no reserved prefix. */
export const validateTagBindings = (entries: readonly DocumentEntry[]): ErrorObject[] => [
  ...(entries.length > 10 ? [{ detail: `expected at most 10 tags, got ${entries.length}`, pointer: '/data' }] : []),
  ...entries.flatMap(({ attributes: { key, value }, pointer }): ErrorObject[] => {
    const at = (name: string): string => `${pointer}/attributes/${name}`;
    return [
      ...(typeof key !== 'string' || key.length < 1 || key.length > 128 || !tagPattern.test(key)
        ? [{ detail: 'expected a key of 1 to 128 letters, digits, spaces and _ . = + - @ :', pointer: at('key') }]
        : /^hcp?:/.test(key)
          ? [{ detail: 'expected a key that does not begin with hc: or hcp:', pointer: at('key') }]
          : []),
      ...(value !== undefined && value !== null && (typeof value !== 'string' || value.length > 256 || !tagPattern.test(value))
        ? [{ detail: 'expected a value of at most 256 letters, digits, spaces and _ . = + - @ :', pointer: at('value') }]
        : []),
    ];
  }),
];

/** Throws 422 for more tags than one workspace or project has. */
export const requireTagLimit = (tags: readonly StoredTagBinding[]): void => {
  if (tags.length > 10) throw unprocessable(`expected at most 10 tags, got ${tags.length} together with the present ones`, '/data');
};

/** The pairs that were sent; of one key the last counts. A pair that stays keeps its time. */
export const parseTagBindings = (
  entries: readonly DocumentEntry[],
  old: readonly StoredTagBinding[],
  now: string,
): readonly StoredTagBinding[] => {
  const pairs = new Map<string, StoredTagBinding>();
  for (const { attributes } of entries) {
    const key = attributes['key'] as string;
    pairs.set(key, {
      key,
      value: (attributes['value'] as string | null | undefined) ?? '',
      createdAt: old.find((pair) => pair.key === key)?.createdAt ?? now,
    });
  }
  return [...pairs.values()];
};

/** The pairs of the relationship `tag-bindings`, which take the place of the old ones; undefined: it was not sent. Throws 422. */
export const parseBindingRelationship = (
  ctx: RequestContext,
  relationships: JsonObject,
  old: readonly StoredTagBinding[] | undefined,
): readonly StoredTagBinding[] | undefined => {
  const entries = parseToMany(ctx, relationships, 'tag-bindings', 'tag-bindings');
  if (!entries) return undefined;
  throwIfInvalid(validateTagBindings(entries));
  return parseTagBindings(entries, old ?? [], ctx.clock.now().toISOString());
};

/** Merges the sent bindings into the existing ones. */
export const mergeTagBindings = (old: readonly StoredTagBinding[], changes: readonly StoredTagBinding[]): readonly StoredTagBinding[] => [
  ...old.filter((pair) => !changes.some((one) => one.key === pair.key)),
  ...changes,
];
