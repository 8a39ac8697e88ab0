import type { Body, Statement, Term, With } from '../syntax/index.ts';
import { deeper, fail, isSign, isWord, needName, needSign, peek, take, takeSign, takeWord, unexpected, type Cursor } from './cursor.ts';
import { parseWithPair } from './operators.ts';
import { parseOperand, parseTerm } from './terms.ts';

type Bare = Statement extends infer Each ? Each extends Statement ? Omit<Each, 'withs' | 'at'> : never : never;

function parseSome(cursor: Cursor): Bare {
  const first = parseOperand(cursor);
  const listed = [first];
  while (takeSign(cursor, ',')) listed.push(parseOperand(cursor));
  if (takeWord(cursor, 'in')) {
    if (listed.length > 2) fail(cursor, '`some … in` takes a value, or a key and a value', first.at);
    const domain = parseTerm(cursor);
    return { is: 'some', ...(listed[1] ? { key: first, value: listed[1] } : { value: first }), domain };
  }
  const names = listed.map((each) => (each.term === 'name' ? each.name : fail(cursor, '`some` declares names', each.at)));
  return { is: 'declare', names };
}

function parseEvery(cursor: Cursor): Bare {
  const first = parseOperand(cursor);
  const second = takeSign(cursor, ',') ? parseOperand(cursor) : undefined;
  for (const each of [first, second]) if (each && each.term !== 'name') fail(cursor, '`every` declares names', each.at);
  if (!takeWord(cursor, 'in')) unexpected(cursor, '`in`');
  const domain = parseTerm(cursor);
  needSign(cursor, '{');
  const body = parseBody(cursor, '}');
  needSign(cursor, '}');
  return { is: 'every', ...(second ? { key: first, value: second } : { value: first }), domain, body };
}

function parsePlain(cursor: Cursor): Bare {
  const left = parseWithPair(cursor);
  if (takeSign(cursor, ':=')) return { is: 'assign', left, right: deeper(cursor, () => parseWithPair(cursor)) };
  if (takeSign(cursor, '=')) return { is: 'unify', left, right: deeper(cursor, () => parseWithPair(cursor)) };
  return { is: 'term', term: left };
}

/** `every` begins a statement where a name follows it, and is a name itself otherwise. */
const beginsEvery = (cursor: Cursor): boolean => isWord(cursor, 'every') && peek(cursor, 1).is === 'name' && !isWord(cursor, 'in', 1) && !peek(cursor, 1).newLine;

function parseWiths(cursor: Cursor): readonly With[] {
  const withs: With[] = [];
  while (isWord(cursor, 'with')) {
    const { at } = take(cursor);
    const target: Term = parseOperand(cursor);
    if (!takeWord(cursor, 'as')) unexpected(cursor, '`as`');
    withs.push({ target, value: parseTerm(cursor), at });
  }
  return withs;
}

/** One statement of a body. */
export function parseStatement(cursor: Cursor): Statement {
  const { at } = peek(cursor);
  if (takeWord(cursor, 'not')) {
    const { withs, ...statement } = deeper(cursor, () => parseStatement(cursor));
    if (statement.is === 'declare' || statement.is === 'some') fail(cursor, '`not` takes no `some`', at);
    return { is: 'not', statement: { ...statement, withs: [] } as Statement, withs, at };
  }
  const bare = takeWord(cursor, 'some') ? parseSome(cursor) : beginsEvery(cursor) ? (take(cursor), deeper(cursor, () => parseEvery(cursor))) : parsePlain(cursor);
  return { ...bare, withs: parseWiths(cursor), at } as Statement;
}

/** Statements up to `close`, which is left; each ends with its line or a `;`. */
export function parseBody(cursor: Cursor, close: string): Body {
  const body: Statement[] = [];
  for (;;) {
    while (takeSign(cursor, ';'));
    if (isSign(cursor, close)) break;
    if (body.length && !peek(cursor).newLine && !isSign(cursor, ';', -1)) unexpected(cursor, `a new line, \`;\` or \`${close}\``);
    body.push(parseStatement(cursor));
  }
  return body.length ? body : fail(cursor, 'the body is empty');
}
