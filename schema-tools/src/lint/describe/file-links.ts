import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lineIndex } from '../../documents/line-index.ts';
import type { Source } from '../../documents/source.ts';
import { escapePointerToken, isObject } from '../../json.ts';
import { decodePath } from '../find-schema/find-references.ts';
import { modelines } from '../find-schema/modelines.ts';
import type { Choice } from '../find-schema/schema-search-result.ts';
import type { Region } from '../finding.ts';

/** A place of a file that names another one. Plain data, which workers can send. */
export interface FileLink extends Region {
  readonly target: string;
}

/** References of one file that are looked up. */
const maxReferences = 2000;

/** The address of what a name means beside a file: an `https:` address, or a file that exists. */
function targetOf(name: string, file: string, chosen: string | undefined): string | undefined {
  if (chosen !== undefined && chosen.startsWith('/')) return pathToFileURL(chosen).href;
  if (/^https?:\/\//i.test(name)) return URL.canParse(name) ? name : undefined;
  const bare = name.replace(/#.*$/s, '');
  if (bare === '' || /^[a-z][a-z\d+.-]+:/i.test(bare)) return undefined;
  const path = resolve(dirname(file), decodePath(bare));
  return existsSync(path) ? pathToFileURL(path).href : undefined;
}

/** The pointers of a document's `$schema` and of its references to other files. */
function references(root: unknown): readonly (readonly [pointer: string, name: string])[] {
  const found: (readonly [string, string])[] = [];
  const open: { readonly value: unknown; readonly pointer: string }[] = [{ value: root, pointer: '' }];
  for (let next = open.pop(); next && found.length < maxReferences; next = open.pop()) {
    const { value, pointer } = next;
    if (Array.isArray(value)) for (const [index, item] of value.entries()) open.push({ value: item, pointer: `${pointer}/${index}` });
    else if (isObject(value))
      for (const [name, member] of Object.entries(value)) {
        const at = `${pointer}/${escapePointerToken(name)}`;
        if (typeof member === 'string' && (name === '$ref' || at === '/$schema')) found.push([at, member]);
        else if (typeof member === 'object') open.push({ value: member, pointer: at });
      }
  }
  return found;
}

/** The links of a file: its `$schema`, modelines, and `$ref`s into other files. `choices`: how its schemas were found. */
export function fileLinks(source: Source, file: string, choices: readonly Choice[]): readonly FileLink[] {
  const lines = lineIndex(source.text);
  const links: FileLink[] = [];
  const comments = modelines(source);
  for (const [index, document] of source.documents.entries()) {
    const chosen = choices.find((choice) => choice.document === index);
    const named = references(document.value);
    const spots = document.locate(named.map(([pointer]) => pointer));
    for (const [pointer, name] of named) {
      const spot = spots.get(pointer);
      const target = targetOf(name, file, pointer === '/$schema' && chosen?.how === '$schema' ? chosen.schema : undefined);
      if (spot && target !== undefined) links.push({ ...lines.region(spot.value), target });
    }
    const modeline = comments[index];
    const target = modeline && targetOf(modeline.schema, file, chosen?.how === 'modeline' ? chosen.schema : undefined);
    if (target !== undefined && (index === 0 || comments[index - 1] !== modeline))
      links.push({ ...lines.region(modeline!.comment), target });
  }
  return links;
}
