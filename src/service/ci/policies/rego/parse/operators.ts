import type { Term } from '../syntax/index.ts';
import { isSign, peek, take, takeWord, type Cursor } from './cursor.ts';
import { parseOperand } from './terms.ts';

/** Operators from the loosest to the tightest, each with the builtin that it calls. */
const levels: readonly Readonly<Record<string, string>>[] = [
  { '==': 'equal', '!=': 'neq', '<': 'lt', '>': 'gt', '<=': 'lte', '>=': 'gte' },
  { '|': 'or' },
  { '&': 'and' },
  { '+': 'plus', '-': 'minus' },
  { '*': 'mul', '/': 'div', '%': 'rem' },
];

function parseLevel(cursor: Cursor, level: number, bar: boolean): Term {
  const operators = levels[level];
  if (!operators) return parseOperand(cursor);
  let left = parseLevel(cursor, level + 1, bar);
  for (;;) {
    const token = peek(cursor);
    const name = token.is === 'sign' && (bar || token.text !== '|') ? operators[token.text] : undefined;
    if (!name) return left;
    take(cursor);
    left = { term: 'call', name, items: [left, parseLevel(cursor, level + 1, bar)], at: left.at };
  }
}

/** A term with its operators; `in` is the loosest of them. With `no bar` a `|` ends the term. */
export function parseOperators(cursor: Cursor, bars: 'no bar' | 'bars' = 'bars'): Term {
  const bar = bars === 'bars';
  let left = parseLevel(cursor, 0, bar);
  while (takeWord(cursor, 'in')) {
    left = { term: 'call', name: 'internal.member_2', items: [left, parseLevel(cursor, 0, bar)], at: left.at };
  }
  return left;
}

/** `key, value in domain`, where no comma of a list is meant: the whole of a statement, or in parentheses. */
export function parseWithPair(cursor: Cursor): Term {
  const left = parseOperators(cursor);
  if (!isSign(cursor, ',')) return left;
  take(cursor);
  const value = parseLevel(cursor, 0, true);
  if (!takeWord(cursor, 'in')) { cursor.index--; return left; }
  return { term: 'call', name: 'internal.member_3', items: [left, value, parseLevel(cursor, 0, true)], at: left.at };
}
