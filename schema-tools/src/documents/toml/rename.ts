import type { Edit } from '../source.ts';
import { spanOf, type Key } from './tree.ts';

/** The edit that renames one part of a key in its own style, with quotes where the new name needs them. */
export function renameKey(key: Key, name: string): Edit | undefined {
  if (/\p{Surrogate}/u.test(name)) return undefined;
  const bare = key.type === 'TOMLBare' && /^[A-Za-z0-9_-]+$/.test(name);
  const literal = key.type === 'TOMLQuoted' && key.style === 'literal' && !/['\p{Cc}]/u.test(name);
  return { ...spanOf(key), text: bare ? name : literal ? `'${name}'` : basic(name) };
}

/** JSON's escapes are TOML's, which has one more character that must be escaped. */
const basic = (name: string): string => JSON.stringify(name).replaceAll('\u007f', '\\u007f');
