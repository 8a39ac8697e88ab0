import type { Position } from '../errors.ts';
import type { Comprehension, Term } from '../syntax/index.ts';
import { parseNested, isPunctuator, expectPunctuator, take, takePunctuator, type Cursor } from './cursor.ts';
import { parseExpression } from './operators.ts';
import { parseTermList } from './references.ts';
import { parseBody } from './statements.ts';
import { parseTerm } from './terms.ts';

/** The first term of a collection: `|` after it begins a comprehension, so it is not read as a union. */
const parseFirst = (cursor: Cursor): Term => parseNested(cursor, () => parseExpression(cursor, 'no bar'));

function parseComprehension(cursor: Cursor, kind: Comprehension['kind'], value: Term, close: string, at: Position, key?: Term): Term {
  take(cursor);
  const body = parseBody(cursor, close);
  expectPunctuator(cursor, close);
  return { term: 'comprehension', kind, ...(key ? { key } : {}), value, body, at };
}

/** `[…]`: an array or an array comprehension. */
export function parseArray(cursor: Cursor): Term {
  const { at } = take(cursor);
  if (takePunctuator(cursor, ']')) return { term: 'array', items: [], at };
  const first = parseFirst(cursor);
  if (isPunctuator(cursor, '|')) return parseComprehension(cursor, 'array', first, ']', at);
  if (!takePunctuator(cursor, ',')) {
    expectPunctuator(cursor, ']');
    return { term: 'array', items: [first], at };
  }
  return { term: 'array', items: [first, ...parseTermList(cursor, ']')], at };
}

function parseObjectEntries(cursor: Cursor, key: Term, at: Position): Term {
  const value = parseFirst(cursor);
  if (isPunctuator(cursor, '|')) return parseComprehension(cursor, 'object', value, '}', at, key);
  const entries: (readonly [Term, Term])[] = [[key, value]];
  while (takePunctuator(cursor, ',') && !isPunctuator(cursor, '}')) {
    const name = parseTerm(cursor);
    expectPunctuator(cursor, ':');
    entries.push([name, parseTerm(cursor)]);
  }
  expectPunctuator(cursor, '}');
  return { term: 'object', entries, at };
}

/** `{…}`: an object, a set, or a comprehension of either. */
export function parseObjectOrSet(cursor: Cursor): Term {
  const { at } = take(cursor);
  if (takePunctuator(cursor, '}')) return { term: 'object', entries: [], at };
  const first = parseFirst(cursor);
  if (takePunctuator(cursor, ':')) return parseObjectEntries(cursor, first, at);
  if (isPunctuator(cursor, '|')) return parseComprehension(cursor, 'set', first, '}', at);
  if (!takePunctuator(cursor, ',')) {
    expectPunctuator(cursor, '}');
    return { term: 'set', items: [first], at };
  }
  return { term: 'set', items: [first, ...parseTermList(cursor, '}')], at };
}
