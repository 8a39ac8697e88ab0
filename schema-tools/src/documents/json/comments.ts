import type { Comment } from '../source.ts';
import { commentEnd, stringEnd, textStart } from './scan.ts';

/** The comments of JSON with comments, ignoring comment marks inside of strings. */
export function jsonComments(text: string): Comment[] {
  const found: Comment[] = [];
  for (let at = textStart(text); at < text.length;) {
    const code = text.charCodeAt(at);
    const second = code === 47 ? text[at + 1] : undefined;
    if (code === 34) at = stringEnd(text, at);
    else if (second === '/' || second === '*') {
      const end = commentEnd(text, at);
      const closed = second === '*' && end - at >= 4 && text.startsWith('*/', end - 2);
      found.push({ start: at, end, text: text.slice(at + 2, closed ? end - 2 : end).trim() });
      at = end;
    } else at += 1;
  }
  return found;
}
