import { commentEnd, skipSpace, stringEnd, textStart } from './scan.ts';

const QUOTE = 34,
  SLASH = 47,
  STAR = 42,
  COMMA = 44;
const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;
const isClosingBracket = (code: number): boolean => code === 125 || code === 93;
/** After which a comma ends no item: the start, `{`, `[`, `,` and `:`. */
const isItemStart = (code: number): boolean => code === 0 || code === 123 || code === 91 || code === COMMA || code === 58;

/**
 * JSON with comments as strict JSON: each comment is a space, and a comma after the last item is left out. Other syntax errors are kept,
 * such as `[,]` or an unterminated comment.
 */
export function stripComments(text: string): string {
  const pieces: string[] = [];
  let from = textStart(text);
  let last = 0;
  for (let at = from; at < text.length;) {
    const code = text.charCodeAt(at);
    const second = code === SLASH ? text.charCodeAt(at + 1) : 0;
    if (second === SLASH || second === STAR) {
      const end = commentEnd(text, at);
      if (second === STAR && text.indexOf('*/', at + 2) < 0) break;
      pieces.push(text.slice(from, at), ' ');
      from = at = end;
    } else if (code === COMMA && !isItemStart(last) && isClosingBracket(text.charCodeAt(skipSpace(text, at + 1)))) {
      pieces.push(text.slice(from, at));
      from = at += 1;
    } else {
      if (!isSpace(code)) last = code;
      at = code === QUOTE ? stringEnd(text, at) : at + 1;
    }
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}
