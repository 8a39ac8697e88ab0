import type { Body, Statement, Term, WithModifier } from '../syntax/index.ts';
import {
  parseNested,
  throwParseError,
  isPunctuator,
  isKeyword,
  expectPunctuator,
  peek,
  take,
  takePunctuator,
  takeKeyword,
  throwUnexpected,
  type Cursor,
} from './cursor.ts';
import { parsePairExpression } from './operators.ts';
import { parseOperand, parseTerm } from './terms.ts';

type UnmodifiedStatement = Statement extends infer Each ? (Each extends Statement ? Omit<Each, 'withs' | 'at'> : never) : never;

function parseSome(cursor: Cursor): UnmodifiedStatement {
  const first = parseOperand(cursor);
  const listed = [first];
  while (takePunctuator(cursor, ',')) listed.push(parseOperand(cursor));
  if (takeKeyword(cursor, 'in')) {
    if (listed.length > 2) throwParseError(cursor, '`some … in` takes a value, or a key and a value', first.at);
    const domain = parseTerm(cursor);
    return { is: 'some', ...(listed[1] ? { key: first, value: listed[1] } : { value: first }), domain };
  }
  const names = listed.map((each) => (each.term === 'name' ? each.name : throwParseError(cursor, '`some` declares names', each.at)));
  return { is: 'declare', names };
}

function parseEvery(cursor: Cursor): UnmodifiedStatement {
  const first = parseOperand(cursor);
  const second = takePunctuator(cursor, ',') ? parseOperand(cursor) : undefined;
  for (const each of [first, second]) if (each && each.term !== 'name') throwParseError(cursor, '`every` declares names', each.at);
  if (!takeKeyword(cursor, 'in')) throwUnexpected(cursor, '`in`');
  const domain = parseTerm(cursor);
  expectPunctuator(cursor, '{');
  const body = parseBody(cursor, '}');
  expectPunctuator(cursor, '}');
  return { is: 'every', ...(second ? { key: first, value: second } : { value: first }), domain, body };
}

function parseExpressionStatement(cursor: Cursor): UnmodifiedStatement {
  const left = parsePairExpression(cursor);
  if (takePunctuator(cursor, ':=')) return { is: 'assign', left, right: parseNested(cursor, () => parsePairExpression(cursor)) };
  if (takePunctuator(cursor, '=')) return { is: 'unify', left, right: parseNested(cursor, () => parsePairExpression(cursor)) };
  return { is: 'term', term: left };
}

/** `every` begins a statement where a name follows it, and is a name itself otherwise. */
const isEveryStatement = (cursor: Cursor): boolean =>
  isKeyword(cursor, 'every') && peek(cursor, 1).kind === 'name' && !isKeyword(cursor, 'in', 1) && !peek(cursor, 1).hasLineBreakBefore;

function parseWithModifiers(cursor: Cursor): readonly WithModifier[] {
  const withs: WithModifier[] = [];
  while (isKeyword(cursor, 'with')) {
    const { at } = take(cursor);
    const target: Term = parseOperand(cursor);
    if (!takeKeyword(cursor, 'as')) throwUnexpected(cursor, '`as`');
    withs.push({ target, value: parseTerm(cursor), at });
  }
  return withs;
}

/** Parses one statement of a body. */
export function parseStatement(cursor: Cursor): Statement {
  const { at } = peek(cursor);
  if (takeKeyword(cursor, 'not')) {
    if (isKeyword(cursor, 'not') || isEveryStatement(cursor)) throwUnexpected(cursor, 'a statement that can be negated');
    const { withs, ...statement } = parseNested(cursor, () => parseStatement(cursor));
    if (statement.is === 'declare' || statement.is === 'some') throwParseError(cursor, '`not` takes no `some`', at);
    return { is: 'not', statement: { ...statement, withs: [] } as Statement, withs, at };
  }
  const bare = takeKeyword(cursor, 'some')
    ? parseSome(cursor)
    : isEveryStatement(cursor)
      ? (take(cursor), parseNested(cursor, () => parseEvery(cursor)))
      : parseExpressionStatement(cursor);
  return { ...bare, withs: parseWithModifiers(cursor), at } as Statement;
}

/** Parses statements up to `close`, which is not consumed; each ends with its line or a `;`. */
export function parseBody(cursor: Cursor, close: string): Body {
  const body: Statement[] = [];
  for (;;) {
    if (body.length && isPunctuator(cursor, ';', -1) && isPunctuator(cursor, ';')) throwUnexpected(cursor, 'a statement');
    takePunctuator(cursor, ';');
    if (isPunctuator(cursor, close)) break;
    if (body.length && !peek(cursor).hasLineBreakBefore && !isPunctuator(cursor, ';', -1))
      throwUnexpected(cursor, `a new line, \`;\` or \`${close}\``);
    body.push(parseStatement(cursor));
  }
  return body.length ? body : throwParseError(cursor, 'the body is empty');
}
