import { parseTOML } from 'toml-eslint-parser';
import { parseIndex, isNameFree, parsePointer } from '../pointer.ts';
import type { Comment, Source, SourceDocument, SourceFault, Spot } from '../source.ts';
import { tomlFault } from './toml-fault.ts';
import { renameTomlKey } from './rename-toml-key.ts';
import { tomlSpan, tomlTree, type TomlNode } from './toml-tree.ts';

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
