import type { Term } from '../syntax/index.ts';
import { throwParseError, isPunctuator, maxSequence, peek, take, takeKeyword, type Cursor } from './cursor.ts';
import { parseOperand } from './terms.ts';

/** Operators from the loosest to the tightest, each with the builtin that it calls. */
const precedenceLevels: readonly Readonly<Record<string, string>>[] = [
  { '==': 'equal', '!=': 'neq', '<': 'lt', '>': 'gt', '<=': 'lte', '>=': 'gte' },
  { '|': 'or' },
  { '&': 'and' },
  { '+': 'plus', '-': 'minus' },
  { '*': 'mul', '/': 'div', '%': 'rem' },
];

function parsePrecedenceLevel(cursor: Cursor, level: number, withBar: boolean): Term {
  const operators = precedenceLevels[level];
  if (!operators) return parseOperand(cursor);
  let left = parsePrecedenceLevel(cursor, level + 1, withBar);
  for (let length = 0; ; length++) {
    const token = peek(cursor);
    if (length > maxSequence) throwParseError(cursor, `more than ${maxSequence} operators in a row`, token.at, 'limit');
    const name = token.kind === 'sign' && (withBar || token.text !== '|') ? operators[token.text] : undefined;
    if (!name) return left;
    take(cursor);
    left = { term: 'call', name, items: [left, parsePrecedenceLevel(cursor, level + 1, withBar)], at: left.at };
  }
}

/** Parses a term with its operators; `in` binds loosest. With `no bar` a `|` ends the term. */
export function parseExpression(cursor: Cursor, bars: 'no bar' | 'bars' = 'bars'): Term {
  const withBar = bars === 'bars';
  return parseMembership(cursor, parsePrecedenceLevel(cursor, 0, withBar), withBar);
}
function parseMembership(cursor: Cursor, start: Term, withBar: boolean): Term {
  let left = start;
  for (let length = 0; takeKeyword(cursor, 'in'); length++) {
    if (length > maxSequence) throwParseError(cursor, `more than ${maxSequence} operators in a row`, left.at, 'limit');
    left = { term: 'call', name: 'internal.member_2', items: [left, parsePrecedenceLevel(cursor, 0, withBar)], at: left.at };
  }
  return left;
}

/** Parses `key, value in domain`, which is only possible as a statement or in parentheses, where a comma does not separate items. */
export function parsePairExpression(cursor: Cursor): Term {
  const left = parseExpression(cursor);
  if (!isPunctuator(cursor, ',')) return left;
  const { index } = cursor;
  take(cursor);
  const value = parsePrecedenceLevel(cursor, 0, true);
  if (!takeKeyword(cursor, 'in')) {
    cursor.index = index;
    return left;
  }
  const pair: Term = { term: 'call', name: 'internal.member_3', items: [left, value, parsePrecedenceLevel(cursor, 0, true)], at: left.at };
  return parseMembership(cursor, pair, true);
}
