import type { Comment, Source, SourceDocument, Span } from '../source.ts';
import { commentEnd } from '../json/scan.ts';
import { readJson } from '../json/read-json.ts';
import { json5ToJson, type TranslatedText } from './to-json.ts';

const strings = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|\/\/|\/\*/g;

/** The comments of a text, ignoring comment marks inside of strings in either quotes. */
function json5Comments(text: string): Comment[] {
  const found: Comment[] = [];
  strings.lastIndex = 0;
  for (let match = strings.exec(text); match; match = strings.exec(text)) {
    if (!match[0].startsWith('/')) continue;
    const end = commentEnd(text, match.index);
    const closed = match[0] === '/*' && text.startsWith('*/', end - 2);
    found.push({ start: match.index, end, text: text.slice(match.index + 2, closed ? end - 2 : end).trim() });
    strings.lastIndex = end;
  }
  return found;
}

const mapSpan = <S extends Span>(span: S, { toStart, toEnd }: TranslatedText): S => {
  const start = toStart(span.start);
  return { ...span, start, end: Math.max(start, span.end > span.start ? toEnd(span.end) : start) };
};

const mapDocument = ({ value, locate, rename }: SourceDocument, translated: TranslatedText): SourceDocument => ({
  value,
  locate: (pointers) =>
    new Map(
      [...locate(pointers)].map(([pointer, spot]) => [
        pointer,
        { key: mapSpan(spot.key, translated), value: mapSpan(spot.value, translated) },
      ]),
    ),
  rename(pointer, name) {
    const edit = rename(pointer, name);
    return edit && mapSpan(edit, translated);
  },
});

/** JSON5: translated to JSON with comments, with every place in the text as it is written. */
export function readJson5(text: string): Source {
  const translated = json5ToJson(text);
  const { documents, faults } = readJson(translated.json, 'jsonc');
  return {
    format: 'json5',
    text,
    documents: documents.map((document) => mapDocument(document, translated)),
    faults: faults.map((fault) => mapSpan(fault, translated)),
    comments: () => json5Comments(text),
  };
}
