import type { Position } from '../fault.ts';
import type { Term } from '../syntax/index.ts';
import { fail, isSign, isWord, needName, needSign, peek, take, takeSign, type Cursor } from './cursor.ts';
import { parseItems } from './references.ts';
import { parseTerm } from './terms.ts';

/** What stands before a rule's body. Without `value` nothing was said of it. */
export interface Head {
  readonly name: string;
  readonly path: readonly Term[];
  readonly items?: readonly Term[];
  readonly member?: Term;
  readonly value?: Term;
  /** Whether the last step of the path stands in brackets, as in the older way to declare a set. */
  readonly bracket: boolean;
  readonly at: Position;
}

function parsePath(cursor: Cursor): { path: Term[]; bracket: boolean } {
  const path: Term[] = [];
  let bracket = false;
  while (!peek(cursor).spaced) {
    if (takeSign(cursor, '.')) {
      const step = needName(cursor, 'a name after `.`');
      path.push({ term: 'scalar', value: step.text, at: step.at });
      bracket = false;
    } else if (takeSign(cursor, '[')) {
      path.push(parseTerm(cursor));
      needSign(cursor, ']');
      bracket = true;
    } else break;
  }
  return { path, bracket };
}

/** Reads `name`, `a.b[c]`, `f(x)`, `p contains x`, and `= value` or `:= value` after them. */
export function parseHead(cursor: Cursor): Head {
  const { text: name, at } = needName(cursor, 'a rule');
  if (name === 'input' || name === 'data') fail(cursor, `rules must not shadow ${name}`, at, 'compile');
  const { path, bracket } = parsePath(cursor);
  const items = isSign(cursor, '(') && !peek(cursor).spaced ? (take(cursor), parseItems(cursor, ')')) : undefined;
  const start = { name, path, bracket, at, ...(items ? { items } : {}) };
  if (isWord(cursor, 'contains') && !peek(cursor).newLine) {
    if (items) fail(cursor, 'a function cannot be a set');
    take(cursor);
    return { ...start, member: parseTerm(cursor) };
  }
  if (takeSign(cursor, ':=') || takeSign(cursor, '=')) return { ...start, value: parseTerm(cursor) };
  return start;
}
