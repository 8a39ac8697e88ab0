import { PolicyFault, type FaultKind, type Position } from '../fault.ts';
import type { Token } from './tokens.ts';

/** How deep terms may nest in each other. */
const deepest = 150;

/** A place in the tokens of one file. */
export interface Cursor { readonly file: string; readonly tokens: readonly Token[]; index: number; depth: number }

export const peek = (cursor: Cursor, ahead = 0): Token => cursor.tokens[Math.min(cursor.index + ahead, cursor.tokens.length - 1)] as Token;
export const take = (cursor: Cursor): Token => { const token = peek(cursor); cursor.index++; return token; };
export const isSign = (cursor: Cursor, text: string, ahead = 0): boolean => { const token = peek(cursor, ahead); return token.is === 'sign' && token.text === text; };
export const isWord = (cursor: Cursor, text: string, ahead = 0): boolean => { const token = peek(cursor, ahead); return token.is === 'name' && token.text === text; };
export const takeSign = (cursor: Cursor, text: string): boolean => { const found = isSign(cursor, text); if (found) cursor.index++; return found; };
export const takeWord = (cursor: Cursor, text: string): boolean => { const found = isWord(cursor, text); if (found) cursor.index++; return found; };

export function fail(cursor: Cursor, reason: string, at: Position = peek(cursor).at, kind: FaultKind = 'parse'): never {
  throw new PolicyFault(kind, cursor.file, at, reason);
}
const shown = (token: Token): string => (token.is === 'end' ? 'the end of the file' : token.is === 'string' ? 'a string' : `\`${token.text}\``);
export function unexpected(cursor: Cursor, wanted: string): never {
  return fail(cursor, `expected ${wanted}, found ${shown(peek(cursor))}`);
}
export function needSign(cursor: Cursor, text: string): Token {
  return isSign(cursor, text) ? take(cursor) : unexpected(cursor, `\`${text}\``);
}
/** Words that name no variable. The newer ones (`in`, `if`, `contains`, `every`) are words only where they stand in a keyword's place. */
const reserved = new Set(['as', 'default', 'else', 'false', 'import', 'package', 'not', 'null', 'some', 'true', 'with']);
export const isReserved = (word: string): boolean => reserved.has(word);
export function needName(cursor: Cursor, what: string): Token {
  const token = peek(cursor);
  return token.is === 'name' && !reserved.has(token.text) ? take(cursor) : unexpected(cursor, what);
}

/** How many operators, or `else`, may follow each other. */
export const longest = 200;

/** Parses one level deeper, and refuses what is too deep before the stack does. */
export function deeper<T>(cursor: Cursor, parse: () => T): T {
  if (++cursor.depth > deepest) fail(cursor, `nested deeper than ${deepest} levels`, peek(cursor).at, 'limit');
  const parsed = parse();
  cursor.depth--;
  return parsed;
}
