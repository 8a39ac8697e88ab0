import { ParseError } from 'toml-eslint-parser';
import type { SourceFault } from '../source.ts';

/** A key or a word that begins at the offset, for the sentence to quote. */
function tokenAt(text: string, at: number): string {
  const token = /"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'|[\p{L}\p{N}_+-]+|[^\s\p{C}]/uy;
  token.lastIndex = at;
  return token.exec(text)?.[0] ?? '';
}

const unquoted = (token: string): string => {
  if (token.startsWith("'")) return token.slice(1, -1);
  try { return token.startsWith('"') ? JSON.parse(token) as string : token; } catch { return token.slice(1, -1); }
};

/** What the parser throws, as a fault; rethrown when it is none of its own. */
export function tomlFault(text: string, error: unknown): SourceFault {
  if (error instanceof RangeError) {
    return { start: 0, end: 0, severity: 'error', message: 'the text is nested too deeply, or a string in it is too long, to be read' };
  }
  if (!(error instanceof ParseError)) throw error;
  const start = Math.min(Math.max(error.index, 0), text.length);
  const token = tokenAt(text, start);
  const words = error.message[0]!.toLowerCase() + error.message.slice(1);
  const found = start >= text.length ? ', but the text ends' : token ? `, found ${token.startsWith('"') ? token : `"${token}"`}` : '';
  const message = /^Defining a key/.test(error.message) ? `duplicate key ${JSON.stringify(unquoted(token))}` : words + found;
  return { start, end: start + token.length, severity: 'error', message };
}
