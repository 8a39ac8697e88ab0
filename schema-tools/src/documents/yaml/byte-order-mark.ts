import type { Source, Span, Spot } from '../source.ts';

/** One further on, in the text with its byte order mark. */
const shiftSpan = <T extends Span>(span: T): T => ({ ...span, start: span.start + 1, end: span.end + 1 });
const shiftSpot = ({ key, value, alias }: Spot): Spot => ({
  key: shiftSpan(key),
  value: shiftSpan(value),
  ...(alias && { alias: shiftSpan(alias) }),
});

/**
 * Reads a text that may begin with a byte order mark by what reads one without: the parser takes `-` and `?` behind the mark
 * for a second value.
 */
export function readAfterMark(text: string, read: (text: string) => Source): Source {
  if (text.charCodeAt(0) !== 0xfeff) return read(text);
  const source = read(text.slice(1));
  return {
    ...source,
    text,
    faults: source.faults.map(shiftSpan),
    comments: () => source.comments().map(shiftSpan),
    documents: source.documents.map(({ value, locate, rename }) => ({
      value,
      locate: (pointers) => new Map([...locate(pointers)].map(([pointer, found]) => [pointer, shiftSpot(found)])),
      rename(pointer, name) {
        const edit = rename(pointer, name);
        return edit && shiftSpan(edit);
      },
    })),
  };
}
