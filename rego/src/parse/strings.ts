import { PolicyError, type Position } from '../errors.ts';

const quotedString = /"(?:[^"\\\n]|\\[^\n])*"/y;
const rawString = /`[^`]*`/y;

/** Reads the string that begins at `from`: `"…"` with the escapes of JSON, or `` `…` `` as it stands. */
export function parseStringLiteral(file: string, text: string, from: number, at: Position): { meant: string; written: string } {
  const pattern = text[from] === '"' ? quotedString : rawString;
  pattern.lastIndex = from;
  const written = pattern.exec(text)?.[0];
  if (written === undefined) throw new PolicyError('parse', file, at, 'the string is not closed');
  if (pattern === rawString) return { meant: written.slice(1, -1).replaceAll('\r', ''), written };
  try {
    return { meant: JSON.parse(written.replaceAll('\t', '\\t')) as string, written };
  } catch {
    throw new PolicyError('parse', file, at, 'the string holds an escape that is none, or a control character');
  }
}
