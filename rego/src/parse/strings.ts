import { readStringToken } from '../values/index.ts';
import { PolicyError, type Position } from '../errors.ts';

const quotedString = /"(?:[^"\\\n]|\\[^\n])*"/y;
const rawString = /`[^`]*`/y;

/** Parses the string literal at `from`: `"…"` with the escapes of JSON, or a raw `` `…` ``. */
export function parseStringLiteral(file: string, text: string, from: number, at: Position): { value: string; source: string } {
  const pattern = text[from] === '"' ? quotedString : rawString;
  pattern.lastIndex = from;
  const source = pattern.exec(text)?.[0];
  if (source === undefined) throw new PolicyError('parse', file, at, 'the string is not closed');
  if (pattern === rawString) return { value: source.slice(1, -1), source };
  try {
    return { value: readStringToken(source), source };
  } catch {
    throw new PolicyError('parse', file, at, 'the string holds an escape that is none, or a control character');
  }
}
