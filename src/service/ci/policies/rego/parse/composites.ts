import type { Position } from '../fault.ts';
import type { Comprehension, Term } from '../syntax/index.ts';
import { deeper, isSign, needSign, take, takeSign, type Cursor } from './cursor.ts';
import { parseOperators } from './operators.ts';
import { parseItems } from './references.ts';
import { parseBody } from './statements.ts';
import { parseTerm } from './terms.ts';

/** The first term of a collection: `|` after it begins a comprehension, so it is not read as a union. */
const parseFirst = (cursor: Cursor): Term => deeper(cursor, () => parseOperators(cursor, 'no bar'));

function comprehension(cursor: Cursor, kind: Comprehension['kind'], value: Term, close: string, at: Position, key?: Term): Term {
  take(cursor);
  const body = parseBody(cursor, close);
  needSign(cursor, close);
  return { term: 'comprehension', kind, ...(key ? { key } : {}), value, body, at };
}

/** `[…]`: an array or an array comprehension. */
export function bracketed(cursor: Cursor): Term {
  const { at } = take(cursor);
  if (takeSign(cursor, ']')) return { term: 'array', items: [], at };
  const first = parseFirst(cursor);
  if (isSign(cursor, '|')) return comprehension(cursor, 'array', first, ']', at);
  if (!takeSign(cursor, ',')) { needSign(cursor, ']'); return { term: 'array', items: [first], at }; }
  return { term: 'array', items: [first, ...parseItems(cursor, ']')], at };
}

function restOfObject(cursor: Cursor, key: Term, at: Position): Term {
  const value = parseFirst(cursor);
  if (isSign(cursor, '|')) return comprehension(cursor, 'object', value, '}', at, key);
  const entries: (readonly [Term, Term])[] = [[key, value]];
  while (takeSign(cursor, ',') && !isSign(cursor, '}')) {
    const name = parseTerm(cursor);
    needSign(cursor, ':');
    entries.push([name, parseTerm(cursor)]);
  }
  needSign(cursor, '}');
  return { term: 'object', entries, at };
}

/** `{…}`: an object, a set, or a comprehension of either. */
export function braced(cursor: Cursor): Term {
  const { at } = take(cursor);
  if (takeSign(cursor, '}')) return { term: 'object', entries: [], at };
  const first = parseFirst(cursor);
  if (takeSign(cursor, ':')) return restOfObject(cursor, first, at);
  if (isSign(cursor, '|')) return comprehension(cursor, 'set', first, '}', at);
  if (!takeSign(cursor, ',')) { needSign(cursor, '}'); return { term: 'set', items: [first], at }; }
  return { term: 'set', items: [first, ...parseItems(cursor, '}')], at };
}
