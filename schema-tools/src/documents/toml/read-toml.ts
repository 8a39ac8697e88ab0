import { parseTOML } from 'toml-eslint-parser';
import { parseIndex, isNameFree, parsePointer } from '../pointer.ts';
import type { Comment, Source, SourceDocument, SourceFault, Spot, Edit } from '../source.ts';
import { tomlFault } from './toml-fault.ts';
import { tomlSpan, tomlTree, type TomlNode, type TomlKey } from './toml-tree.ts';

/** The edit that renames one part of a key in its own style, with quotes where the new name needs them. */
function renameTomlKey(key: TomlKey, name: string): Edit | undefined {
  if (/\p{Surrogate}/u.test(name)) return undefined;
  const bare = key.type === 'TOMLBare' && /^[A-Za-z0-9_-]+$/.test(name);
  const literal = key.type === 'TOMLQuoted' && key.style === 'literal' && !/['\p{Cc}]/u.test(name);
  return { ...tomlSpan(key), text: bare ? name : literal ? `'${name}'` : basicString(name) };
}

/** JSON's escapes are TOML's, which has one more character that must be escaped. */
const basicString = (name: string): string => JSON.stringify(name).replaceAll('\u007f', '\\u007f');

/**
 * TOML 1.1. Dates and times are strings, integers numbers of JSON (beyond 2^53 rounded, as JSON.parse does), `inf` and `nan`
 * the numbers that JSON cannot write.
 */
export function readToml(text: string): Source {
  const parsed = parseToml(text);
  return 'fault' in parsed
    ? { format: 'toml', text, documents: [], faults: [parsed.fault], comments: () => [] }
    : { format: 'toml', text, documents: [tomlDocument(parsed.root)], faults: [], comments: () => parsed.comments };
}

function parseToml(text: string): { root: TomlNode; comments: Comment[] } | { fault: SourceFault } {
  try {
    // A byte order mark is no part of the first key; a space in its stead keeps the offsets.
    const program = parseTOML(text.charCodeAt(0) === 0xfeff ? ` ${text.slice(1)}` : text);
    return { root: tomlTree(program), comments: program.comments.map((comment) => ({ ...tomlSpan(comment), text: comment.value.trim() })) };
  } catch (error) {
    return { fault: tomlFault(text, error) };
  }
}

function tomlDocument(root: TomlNode): SourceDocument {
  const find = (pointer: string): TomlNode | undefined =>
    parsePointer(pointer)?.reduce<TomlNode | undefined>((at, step) => {
      const index = parseIndex(step);
      return at?.members.get(step) ?? (index === undefined ? undefined : at?.items[index]);
    }, root);
  return {
    value: root.value,
    locate: (pointers) =>
      new Map(
        [...pointers].flatMap((pointer): [string, Spot][] => {
          const place = find(pointer);
          return place ? [[pointer, { key: place.keys[0] ? tomlSpan(place.keys[0]) : place.span, value: place.span }]] : [];
        }),
      ),
    rename(pointer, name) {
      const [place, steps] = [find(pointer), parsePointer(pointer)];
      return place?.keys.length === 1 && steps && isNameFree(root.value, steps, name) ? renameTomlKey(place.keys[0]!, name) : undefined;
    },
  };
}
