import { parseRegoNumber } from '../values/index.ts';
import type { Term } from '../syntax/index.ts';
import { parseObjectOrSet, parseArray } from './collections.ts';
import {
  parseNested,
  throwParseError,
  isReservedWord,
  isPunctuator,
  expectPunctuator,
  peek,
  take,
  takePunctuator,
  throwUnexpected,
  type Cursor,
} from './cursor.ts';
import { parseExpression, parsePairExpression } from './operators.ts';
import { parseReference } from './references.ts';

/** Parses a term with its operators. */
export const parseTerm = (cursor: Cursor): Term => parseNested(cursor, () => parseExpression(cursor));

function parseNumber(cursor: Cursor, sign: '' | '-'): Term {
  const token = take(cursor);
  const next = peek(cursor);
  const value = parseRegoNumber(sign + token.text);
  if (value === undefined) return throwParseError(cursor, `${sign}${token.text} is no number: write it as JSON does`, token.at);
  if (!next.hasSpaceBefore && (next.kind === 'name' || next.kind === 'number' || (next.kind === 'sign' && next.text === '.')))
    return throwParseError(cursor, `${token.text}${next.text} is no number`, token.at);
  return { term: 'scalar', value, at: token.at };
}

function parseNameOrConstant(cursor: Cursor): Term {
  const { text, at } = peek(cursor);
  if (text === 'true' || text === 'false' || text === 'null') {
    take(cursor);
    return { term: 'scalar', value: text === 'null' ? null : text === 'true', at };
  }
  if (isReservedWord(cursor, text)) return throwUnexpected(cursor, 'a value');
  take(cursor);
  return { term: 'name', name: text, at };
}

function parsePrimary(cursor: Cursor): Term {
  const token = peek(cursor);
  if (token.kind === 'string') {
    take(cursor);
    return { term: 'scalar', value: token.text, at: token.at };
  }
  if (token.kind === 'number') return parseNumber(cursor, '');
  if (token.kind === 'name') return parseNameOrConstant(cursor);
  if (isPunctuator(cursor, '[')) return parseArray(cursor);
  if (isPunctuator(cursor, '{')) return parseObjectOrSet(cursor);
  if (takePunctuator(cursor, '(')) {
    const inner = parseNested(cursor, () => parsePairExpression(cursor));
    expectPunctuator(cursor, ')');
    return inner;
  }
  if (isPunctuator(cursor, '-') && peek(cursor, 1).kind === 'number') {
    take(cursor);
    return parseNumber(cursor, '-');
  }
  return throwUnexpected(cursor, 'a value');
}

/** Parses a term without operators: a literal, a name or a collection, with the steps and calls that follow it. */
export const parseOperand = (cursor: Cursor): Term => parseReference(cursor, parsePrimary(cursor));
