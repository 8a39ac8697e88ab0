import type { Term } from '../syntax/index.ts';
import { fail, isSign, longest, peek, take, takeWord, type Cursor } from './cursor.ts';
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
  for (let length = 0; ; length++) {
    const token = peek(cursor);
    if (length > longest) fail(cursor, `more than ${longest} operators in a row`, token.at, 'limit');
    const name = token.is === 'sign' && (bar || token.text !== '|') ? operators[token.text] : undefined;
    if (!name) return left;
    take(cursor);
    left = { term: 'call', name, items: [left, parseLevel(cursor, level + 1, bar)], at: left.at };
  }
}

/** A term with its operators; `in` is the loosest of them. With `no bar` a `|` ends the term. */
export function parseOperators(cursor: Cursor, bars: 'no bar' | 'bars' = 'bars'): Term {
  const bar = bars === 'bars';
  return parseIns(cursor, parseLevel(cursor, 0, bar), bar);
}
function parseIns(cursor: Cursor, start: Term, bar: boolean): Term {
  let left = start;
  for (let length = 0; takeWord(cursor, 'in'); length++) {
    if (length > longest) fail(cursor, `more than ${longest} operators in a row`, left.at, 'limit');
    left = { term: 'call', name: 'internal.member_2', items: [left, parseLevel(cursor, 0, bar)], at: left.at };
  }
  return left;
}

/** `key, value in domain`, where no comma of a list is meant: the whole of a statement, or in parentheses. */
export function parseWithPair(cursor: Cursor): Term {
  const left = parseOperators(cursor);
  if (!isSign(cursor, ',')) return left;
  const { index } = cursor;
  take(cursor);
  const value = parseLevel(cursor, 0, true);
  if (!takeWord(cursor, 'in')) { cursor.index = index; return left; }
  const pair: Term = { term: 'call', name: 'internal.member_3', items: [left, value, parseLevel(cursor, 0, true)], at: left.at };
  return parseIns(cursor, pair, true);
}
