import { type LineIndex, lineIndex } from '../../../documents/line-index.ts';

/** The text of a line (from 1); undefined if the source is not available or has no such line. */
export type LineReader = (file: string, line: number) => string | undefined;

/** Reads the source of a file when it is first asked for; keeps the last one, since findings come file by file. */
export const lineReader = (source: ((file: string) => string | undefined) | undefined): LineReader => {
  let kept: { readonly file: string; readonly text: string | undefined; readonly lines: LineIndex | undefined } | undefined;
  return (file, line) => {
    if (kept?.file !== file) {
      const text = source?.(file);
      kept = { file, text, lines: text === undefined ? undefined : lineIndex(text) };
    }
    if (kept.text === undefined || !kept.lines || line > kept.lines.count) return undefined;
    const { start, end } = kept.lines.line(line);
    return kept.text.slice(start, end);
  };
};
