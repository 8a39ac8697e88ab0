import { PolicyError, type PolicyErrorKind, type Position } from '../errors.ts';
import type { Token } from './tokens.ts';

/** Maximum nesting of terms. */
const maxNesting = 150;

/** A position in the tokens of one file. */
export interface Cursor {
  readonly file: string;
  readonly tokens: readonly Token[];
  index: number;
  depth: number;
  /** Whether `in`, `if` and `every` are no names, as in version 1. */
  isStrict: boolean;
  /** Which of `in`, `if`, `contains` and `every` are keywords: in modules of version 0, the imported ones. */
  readonly keywords: Set<string>;
}

export const futureKeywords: readonly string[] = ['in', 'if', 'contains', 'every'];
export const peek = (cursor: Cursor, ahead = 0): Token => cursor.tokens[Math.min(cursor.index + ahead, cursor.tokens.length - 1)] as Token;
export const take = (cursor: Cursor): Token => {
  const token = peek(cursor);
  cursor.index++;
  return token;
};
export const isPunctuator = (cursor: Cursor, text: string, ahead = 0): boolean => {
  const token = peek(cursor, ahead);
  return token.kind === 'sign' && token.text === text;
};
export const isKeyword = (cursor: Cursor, text: string, ahead = 0): boolean => {
  const token = peek(cursor, ahead);
  return token.kind === 'name' && token.text === text && (!futureKeywords.includes(text) || cursor.keywords.has(text));
};
export const takePunctuator = (cursor: Cursor, text: string): boolean => {
  const isFound = isPunctuator(cursor, text);
  if (isFound) cursor.index++;
  return isFound;
};
export const takeKeyword = (cursor: Cursor, text: string): boolean => {
  const isFound = isKeyword(cursor, text);
  if (isFound) cursor.index++;
  return isFound;
};

export function throwParseError(cursor: Cursor, reason: string, at: Position = peek(cursor).at, kind: PolicyErrorKind = 'parse'): never {
  throw new PolicyError(kind, cursor.file, at, reason);
}
const describeToken = (token: Token): string =>
  token.kind === 'end' ? 'the end of the file' : token.kind === 'string' ? 'a string' : `\`${token.text}\``;
export function throwUnexpected(cursor: Cursor, expected: string): never {
  return throwParseError(cursor, `expected ${expected}, found ${describeToken(peek(cursor))}`);
}
export function expectPunctuator(cursor: Cursor, text: string): Token {
  return isPunctuator(cursor, text) ? take(cursor) : throwUnexpected(cursor, `\`${text}\``);
}
/** Reserved words. The newer keywords (`in`, `if`, `contains`, `every`) are reserved only in the position of a keyword. */
const reservedWords = new Set(['as', 'default', 'else', 'false', 'import', 'package', 'not', 'null', 'some', 'true', 'with']);
/** `contains` stays a name of variables, and of a function. */
const newerWords = new Set(['in', 'if', 'every']);
export const isReservedWord = ({ isStrict }: Cursor, word: string): boolean =>
  reservedWords.has(word) || (isStrict && newerWords.has(word));
export function expectName(cursor: Cursor, what: string): Token {
  const token = peek(cursor);
  return token.kind === 'name' && !isReservedWord(cursor, token.text) ? take(cursor) : throwUnexpected(cursor, what);
}

/** The most consecutive operators, or `else` clauses. */
export const maxSequence = 200;

/** Parses one level deeper. @throws PolicyError before the call stack overflows. */
export function parseNested<T>(cursor: Cursor, parse: () => T): T {
  if (++cursor.depth > maxNesting) throwParseError(cursor, `nested deeper than ${maxNesting} levels`, peek(cursor).at, 'limit');
  const parsed = parse();
  cursor.depth--;
  return parsed;
}
