import { Lexer } from 'yaml';
import type { Comment } from '../source.ts';

/** Marks that the lexer inserts between tokens; the second announces a scalar. */
const marks = new Set(['\u0002', '\u0018', '\u001f']);
const scalar = '\u001f';

/** The comments of a text, which may have errors: tokens of the lexer that begin with `#`, unless a scalar was announced. */
export function yamlComments(text: string): Comment[] {
  const found: Comment[] = [];
  let [at, before] = [0, ''];
  for (const piece of new Lexer().lex(text)) {
    const mark = marks.has(piece) && text[at] !== piece;
    if (!mark) {
      if (piece.startsWith('#') && before !== scalar) found.push({ start: at, end: at + piece.length, text: piece.slice(1).trim() });
      at += piece.length;
    }
    before = mark ? piece : '';
  }
  return found;
}
