import { ParseError } from 'toml-eslint-parser';
import type { SourceFault } from '../source.ts';

/** Our messages, for errors of the parser that do not say what was expected. */
const messages: Readonly<Record<string, string>> = {
  'Must be a newline': 'expected a new line',
  'Expected equal (=) token': 'expected "=" after the key',
  'Expected comma (,) token': 'expected ","',
  'Unspecified values are invalid': 'expected a value',
  'Empty bare keys are not allowed': 'expected a key',
  'Unexpected token': 'expected a key or a value',
  'Unexpected character': 'expected a key or a value, in quotes if it is not plain',
  'Unexpected invalid date': 'expected a date of the calendar',
  'Unexpected invalid time': 'expected a time of the day',
  'Unterminated string constant': 'expected a quote at the end of the string',
  'Unterminated table-key': 'expected "]" after the name of the table',
  'Unterminated array': 'expected "," or "]"',
  'Unterminated inline table': 'expected "," or "}"',
};

/** A key or a word that begins at the offset, for the sentence to quote. */
function tokenAt(text: string, at: number): string {
  const token = /"(?:[^"\\\r\n]|\\.){0,1000}"|'[^'\r\n]{0,1000}'|[\p{L}\p{N}_+-]+|[^\s\p{C}]/uy;
  token.lastIndex = at;
  return token.exec(text)?.[0] ?? '';
}

const unquoteToken = (token: string): string => {
  if (token.startsWith("'")) return token.slice(1, -1);
  try {
    return token.startsWith('"') ? (JSON.parse(token) as string) : token;
  } catch {
    return token.slice(1, -1);
  }
};

/** Converts an error of the parser to a fault; rethrows other errors. */
export function tomlFault(text: string, error: unknown): SourceFault {
  if (error instanceof RangeError && /call stack/.test(error.message)) {
    return { start: 0, end: 0, severity: 'error', message: 'the text is nested too deeply, or a string in it is too long, to be read' };
  }
  if (!(error instanceof ParseError)) throw error;
  const start = Math.min(Math.max(error.index, 0), text.length);
  const token = tokenAt(text, start);
  const words = messages[error.message] ?? error.message[0]!.toLowerCase() + error.message.slice(1);
  const found = start >= text.length ? ', but the text ends' : token ? `, found ${token.startsWith('"') ? token : `"${token}"`}` : '';
  const message = error.message.startsWith('Defining a key') ? `duplicate key ${JSON.stringify(unquoteToken(token))}` : words + found;
  return { start, end: start + token.length, severity: 'error', message };
}
