import { RegoQueryError } from '../errors.ts';
import { objectOf } from './make.ts';
import { parseRegoNumber } from './numbers.ts';
import type { RegoValue } from './value.ts';

/** The deepest nesting of a document; deeper ones would fail later with an unclear error. */
const maxDocumentDepth = 500;

const blankPattern = /[ \t\r\n]*/y;
const tokenPattern = /[[\]{},:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?[0-9][0-9.eE+-]*|true|false|null/y;

interface JsonReader {
  readonly text: string;
  index: number;
  depth: number;
}
const fail = ({ index }: JsonReader, expected: string): never => {
  throw new RegoQueryError(`the document is not JSON: expected ${expected} at position ${index}`);
};
function readToken(reader: JsonReader): string {
  blankPattern.lastIndex = reader.index;
  blankPattern.exec(reader.text);
  tokenPattern.lastIndex = blankPattern.lastIndex;
  reader.index = blankPattern.lastIndex;
  const token = tokenPattern.exec(reader.text)?.[0] ?? (reader.index < reader.text.length ? fail(reader, 'a value') : '');
  reader.index += token.length;
  return token;
}
/** Replaces halves of surrogate pairs, which are no characters. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');
/** The text of a string literal in quotes. */
export const readStringToken = (token: string): string => wellFormed(JSON.parse(token) as string);

function readMembers<T>(reader: JsonReader, close: string, readOne: (token: string) => T): T[] {
  const members: T[] = [];
  if (++reader.depth > maxDocumentDepth) throw new RegoQueryError(`the document nests deeper than ${maxDocumentDepth}`);
  for (let token = readToken(reader); ; token = readToken(reader)) {
    if (token === close && members.length === 0) break;
    members.push(readOne(token));
    const next = readToken(reader);
    if (next === close) break;
    if (next !== ',') fail(reader, `"," or "${close}"`);
  }
  reader.depth--;
  return members;
}
function readValue(reader: JsonReader, token: string): RegoValue {
  if (token === '[') return readMembers(reader, ']', (first) => readValue(reader, first));
  if (token === '{')
    return objectOf(
      readMembers(reader, '}', (name) => {
        if (!name.startsWith('"')) fail(reader, 'a key');
        if (readToken(reader) !== ':') fail(reader, '":"');
        return [readStringToken(name), readValue(reader, readToken(reader))] as const;
      }),
    );
  if (token.startsWith('"')) return readStringToken(token);
  if (token === 'true' || token === 'false') return token === 'true';
  if (token === 'null') return null;
  return parseRegoNumber(token) ?? fail(reader, 'a value');
}

/**
 * Parses JSON; numbers keep their texts.
 * @throws RegoQueryError for a text that is not JSON, and for one that nests deeper than 500 levels.
 */
export function parseJson(text: string): RegoValue {
  const reader: JsonReader = { text, index: 0, depth: 0 };
  const value = readValue(reader, readToken(reader));
  return readToken(reader) === '' ? value : fail(reader, 'the end');
}
