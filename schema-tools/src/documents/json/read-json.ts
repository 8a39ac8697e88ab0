import { isNameFree, parsePointer } from '../pointer.ts';
import type { Source, SourceDocument, SourceFault, Spot } from '../source.ts';
import { stripComments } from './strip-comments.ts';
import { jsonComments } from './comments.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { syntaxFault } from './syntax-fault.ts';
import { locateJson, type JsonLocation } from './locate.ts';
import { textStart } from './scan.ts';

/** JSON, or JSON with comments and trailing commas, by JSON.parse; what it refuses is then searched for the place and the reason. */
export function readJson(text: string, format: 'json' | 'jsonc'): Source {
  const comments = format === 'jsonc' ? () => jsonComments(text) : () => [];
  const parsed = parseJson(text, format === 'jsonc');
  if ('fault' in parsed) return { format, text, documents: [], faults: [parsed.fault], comments };
  return { format, text, documents: [jsonDocument(text, parsed.value)], faults: duplicateKeys(text, parsed.value), comments };
}

type ParseResult = { readonly value: unknown } | { readonly fault: SourceFault };

function parseJson(text: string, comments: boolean): ParseResult {
  const start = textStart(text);
  // The message is not shown: it has no place, and other words in each version of Node.
  const attempt = (strict: string): ParseResult | undefined => {
    try {
      return { value: JSON.parse(strict) as unknown };
    } catch {
      return undefined;
    }
  };
  const value = attempt(start === 0 ? text : text.slice(start)) ?? (comments ? attempt(stripComments(text)) : undefined);
  return (
    value ?? {
      fault: syntaxFault(text, comments) ?? {
        severity: 'error',
        start,
        end: start,
        message: 'JSON.parse refuses the text, and no fault is found in it: one of the two is wrong; please report it',
      },
    }
  );
}

function jsonDocument(text: string, value: unknown): SourceDocument {
  // What was located once is not searched for again when its key is renamed.
  const known = new Map<string, JsonLocation>();
  const places = (pointers: Iterable<string>): ReadonlyMap<string, JsonLocation> => {
    const asked = [...pointers];
    const fresh = asked.filter((pointer) => !known.has(pointer));
    if (fresh.length) for (const [pointer, found] of locateJson(text, fresh)) known.set(pointer, found);
    return known;
  };
  return {
    value,
    locate(pointers) {
      const asked = [...pointers];
      const found = places(asked);
      return new Map(
        asked.flatMap((pointer): [string, Spot][] => {
          const place = found.get(pointer);
          return place ? [[pointer, { key: place.key ?? place.value, value: place.value }]] : [];
        }),
      );
    },
    rename(pointer, name) {
      const place = places([pointer]).get(pointer);
      const steps = parsePointer(pointer);
      if (!place?.key || place.isRepeated || !steps || !isNameFree(value, steps, name)) return undefined;
      return { ...place.key, text: JSON.stringify(name) };
    },
  };
}
