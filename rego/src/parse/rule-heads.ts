import type { Position } from '../errors.ts';
import type { Term } from '../syntax/index.ts';
import {
  throwParseError,
  isPunctuator,
  isKeyword,
  expectName,
  expectPunctuator,
  parseNested,
  peek,
  take,
  takePunctuator,
  type Cursor,
} from './cursor.ts';
import { parseTermList } from './references.ts';
import { parsePairExpression } from './operators.ts';
import { parseTerm } from './terms.ts';

/** The head of a rule; `value` is absent when the head has none. */
export interface RuleHead {
  readonly name: string;
  readonly path: readonly Term[];
  readonly items?: readonly Term[];
  readonly member?: Term;
  readonly value?: Term;
  /** Whether the last step of the path is in brackets, as in the older declaration of a set. */
  readonly bracket: boolean;
  readonly at: Position;
}

function parseHeadPath(cursor: Cursor): { path: Term[]; bracket: boolean } {
  const path: Term[] = [];
  let bracket = false;
  while (!peek(cursor).hasSpaceBefore) {
    if (takePunctuator(cursor, '.')) {
      const step = peek(cursor).kind === 'name' ? take(cursor) : expectName(cursor, 'a name after `.`');
      path.push({ term: 'scalar', value: step.text, at: step.at });
      bracket = false;
    } else if (takePunctuator(cursor, '[')) {
      path.push(parseTerm(cursor));
      expectPunctuator(cursor, ']');
      bracket = true;
    } else break;
  }
  return { path, bracket };
}

/** Parses `name`, `a.b[c]`, `f(x)`, `p contains x`, with an optional `= value` or `:= value`. */
export function parseRuleHead(cursor: Cursor): RuleHead {
  const { text: name, at } = expectName(cursor, 'a rule');
  if (name === 'input' || name === 'data') throwParseError(cursor, `rules must not shadow ${name}`, at, 'compile');
  if (cursor.isStrict && name === 'contains') throwParseError(cursor, '`contains` is no name of a rule', at);
  const { path, bracket } = parseHeadPath(cursor);
  const listed = isPunctuator(cursor, '(') && !peek(cursor).hasSpaceBefore ? (take(cursor), parseTermList(cursor, ')')) : [];
  // A rule head without parameters is no function.
  const items = listed.length ? listed : undefined;
  const start = { name, path, bracket, at, ...(items ? { items } : {}) };
  if (isKeyword(cursor, 'contains') && !peek(cursor).hasLineBreakBefore) {
    if (items) throwParseError(cursor, 'a function cannot be a set');
    take(cursor);
    return { ...start, member: parseTerm(cursor) };
  }
  if (takePunctuator(cursor, ':=') || takePunctuator(cursor, '='))
    return { ...start, value: parseNested(cursor, () => parsePairExpression(cursor)) };
  return start;
}
