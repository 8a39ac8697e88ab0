import { unescapePointerToken } from '@slipway/schema-tools/load';
import { getField, isArray, isObject, type RegoValue } from '../../values/index.ts';

/** The target of a reference within a schema, or why there is none. Nothing is fetched, so other documents are not available. */
export function findReference(root: RegoValue, reference: string): { readonly schema: RegoValue } | { readonly fault: string } {
  if (!reference.startsWith('#')) return { fault: `remote reference loading disabled: ${reference}` };
  if (reference !== '#' && !reference.startsWith('#/')) return findByName(root, reference);
  let at = root;
  for (const token of reference
    .slice(2)
    .split('/')
    .filter((part, index, all) => index > 0 || all.length > 1 || part !== '')) {
    const key = unescapePointerToken(decodeURIComponent(token));
    const next = isObject(at) ? getField(at, key) : isArray(at) ? at[Number(key)] : undefined;
    if (next === undefined) return { fault: `Object has no key '${key}'` };
    at = next;
  }
  return { schema: at };
}

/** `#name` is the schema whose `$id` it is. */
function findByName(root: RegoValue, name: string): { readonly schema: RegoValue } | { readonly fault: string } {
  const open: RegoValue[] = [root];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (isObject(part)) {
      if (getField(part, '$id') === name || getField(part, 'id') === name) return { schema: part };
      for (const [, child] of part.entries.values()) open.push(child);
    } else if (isArray(part)) open.push(...part);
  }
  return { fault: `Object has no key '${name.slice(1)}'` };
}
