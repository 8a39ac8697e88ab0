import { parseTOML } from 'toml-eslint-parser';
import { indexOf, isFree, stepsOf } from '../pointer.ts';
import type { Comment, Source, SourceDocument, SourceFault, Spot } from '../source.ts';
import { tomlFault } from './fault.ts';
import { renameKey } from './rename.ts';
import { spanOf, tomlTree, type Place } from './tree.ts';

/** TOML 1.1. Dates and times are strings, integers numbers of JSON (beyond 2^53 rounded, as JSON.parse does), `inf` and `nan` the numbers that JSON cannot write. */
export function readToml(text: string): Source {
  const parsed = parse(text);
  return 'fault' in parsed
    ? { format: 'toml', text, documents: [], faults: [parsed.fault], comments: () => [] }
    : { format: 'toml', text, documents: [document(parsed.root)], faults: [], comments: () => parsed.comments };
}

function parse(text: string): { root: Place; comments: Comment[] } | { fault: SourceFault } {
  try {
    // A byte order mark is no part of the first key; a space in its stead keeps the offsets.
    const program = parseTOML(text.charCodeAt(0) === 0xfeff ? ` ${text.slice(1)}` : text);
    return { root: tomlTree(program), comments: program.comments.map((comment) => ({ ...spanOf(comment), text: comment.value.trim() })) };
  } catch (error) {
    return { fault: tomlFault(text, error) };
  }
}

function document(root: Place): SourceDocument {
  const find = (pointer: string): Place | undefined => stepsOf(pointer)?.reduce<Place | undefined>((at, step) => {
    const index = indexOf(step);
    return at?.members.get(step) ?? (index === undefined ? undefined : at?.items[index]);
  }, root);
  return {
    value: root.value,
    locate: (pointers) => new Map([...pointers].flatMap((pointer): [string, Spot][] => {
      const place = find(pointer);
      return place ? [[pointer, { key: place.keys[0] ? spanOf(place.keys[0]) : place.span, value: place.span }]] : [];
    })),
    rename(pointer, name) {
      const [place, steps] = [find(pointer), stepsOf(pointer)];
      return place?.keys.length === 1 && steps && isFree(root.value, steps, name) ? renameKey(place.keys[0]!, name) : undefined;
    },
  };
}
