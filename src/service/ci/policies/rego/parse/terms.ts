import { readNumber } from '../values/index.ts';
import type { Term } from '../syntax/index.ts';
import { braced, bracketed } from './composites.ts';
import { deeper, fail, isReserved, isSign, needSign, peek, take, takeSign, unexpected, type Cursor } from './cursor.ts';
import { parseOperators, parseWithPair } from './operators.ts';
import { parseSteps } from './references.ts';

/** A whole term, with its operators. */
export const parseTerm = (cursor: Cursor): Term => deeper(cursor, () => parseOperators(cursor));

function numberTerm(cursor: Cursor, sign: '' | '-'): Term {
  const token = take(cursor);
  const next = peek(cursor);
  const value = readNumber(sign + token.text);
  if (value === undefined) return fail(cursor, `${sign}${token.text} is no number: write it as JSON does`, token.at);
  if (!next.spaced && (next.is === 'name' || next.is === 'number' || (next.is === 'sign' && next.text === '.'))) return fail(cursor, `${token.text}${next.text} is no number`, token.at);
  return { term: 'scalar', value, at: token.at };
}

function parseName(cursor: Cursor): Term {
  const { text, at } = peek(cursor);
  if (text === 'true' || text === 'false' || text === 'null') { take(cursor); return { term: 'scalar', value: text === 'null' ? null : text === 'true', at }; }
  if (isReserved(text)) return unexpected(cursor, 'a value');
  take(cursor);
  return { term: 'name', name: text, at };
}

function parseHead(cursor: Cursor): Term {
  const token = peek(cursor);
  if (token.is === 'string') { take(cursor); return { term: 'scalar', value: token.text, at: token.at }; }
  if (token.is === 'number') return numberTerm(cursor, '');
  if (token.is === 'name') return parseName(cursor);
  if (isSign(cursor, '[')) return bracketed(cursor);
  if (isSign(cursor, '{')) return braced(cursor);
  if (takeSign(cursor, '(')) {
    const inner = deeper(cursor, () => parseWithPair(cursor));
    needSign(cursor, ')');
    return inner;
  }
  if (isSign(cursor, '-') && peek(cursor, 1).is === 'number' && !peek(cursor, 1).spaced) { take(cursor); return numberTerm(cursor, '-'); }
  return unexpected(cursor, 'a value');
}

/** A term without operators: a literal, a name, a collection, with the steps and calls that follow it. */
export const parseOperand = (cursor: Cursor): Term => parseSteps(cursor, parseHead(cursor));
