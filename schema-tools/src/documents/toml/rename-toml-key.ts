import type { Edit } from '../source.ts';
import { tomlSpan, type TomlKey } from './toml-tree.ts';

/** The edit that renames one part of a key in its own style, with quotes where the new name needs them. */
export function renameTomlKey(key: TomlKey, name: string): Edit | undefined {
  if (/\p{Surrogate}/u.test(name)) return undefined;
  const bare = key.type === 'TOMLBare' && /^[A-Za-z0-9_-]+$/.test(name);
  const literal = key.type === 'TOMLQuoted' && key.style === 'literal' && !/['\p{Cc}]/u.test(name);
  return { ...tomlSpan(key), text: bare ? name : literal ? `'${name}'` : basicString(name) };
}

/** JSON's escapes are TOML's, which has one more character that must be escaped. */
const basicString = (name: string): string => JSON.stringify(name).replaceAll('\u007f', '\\u007f');
