import type { Term } from '../syntax/index.ts';
import { fail, isSign, needSign, peek, take, takeSign, unexpected, type Cursor } from './cursor.ts';
import { parseTerm } from './terms.ts';

/** The terms up to `close`, which is taken; a last comma may stand. */
export function parseItems(cursor: Cursor, close: string): readonly Term[] {
  const items: Term[] = [];
  while (!isSign(cursor, close)) {
    items.push(parseTerm(cursor));
    if (!takeSign(cursor, ',')) break;
  }
  needSign(cursor, close);
  return items;
}

function dottedName(head: Term, path: readonly Term[]): string | undefined {
  if (head.term !== 'name' || path.some((step) => step.term !== 'scalar' || typeof step.value !== 'string')) return undefined;
  return [head.name, ...path.map((step) => (step as { value: string }).value)].join('.');
}

function parseDot(cursor: Cursor): Term {
  const token = take(cursor);
  if (token.is !== 'name') { cursor.index--; return unexpected(cursor, 'a name after `.`'); }
  return { term: 'scalar', value: token.text, at: token.at };
}

/** `.name`, `[term]` and `(arguments)`, as long as no space stands before them. */
export function parseSteps(cursor: Cursor, start: Term): Term {
  let head = start;
  let path: Term[] = [];
  const whole = (): Term => (path.length ? { term: 'reference', head, path, at: start.at } : head);
  for (;;) {
    if (peek(cursor).spaced) return whole();
    if (start.term === 'scalar' && (isSign(cursor, '.') || isSign(cursor, '['))) return fail(cursor, 'a single value has no parts');
    if (takeSign(cursor, '.')) path.push(parseDot(cursor));
    else if (takeSign(cursor, '[')) {
      path.push(parseTerm(cursor));
      needSign(cursor, ']');
    } else if (isSign(cursor, '(')) {
      const name = dottedName(head, path);
      if (name === undefined) return fail(cursor, 'only a name can be called');
      take(cursor);
      head = { term: 'call', name, items: parseItems(cursor, ')'), at: start.at };
      path = [];
    } else return whole();
  }
}
