import type { Term } from '../syntax/index.ts';
import { throwParseError, isPunctuator, expectPunctuator, peek, take, takePunctuator, throwUnexpected, type Cursor } from './cursor.ts';
import { parseTerm } from './terms.ts';

/** Parses terms up to and including `close`; a trailing comma is allowed. */
export function parseTermList(cursor: Cursor, close: string): readonly Term[] {
  const items: Term[] = [];
  while (!isPunctuator(cursor, close)) {
    items.push(parseTerm(cursor));
    if (!takePunctuator(cursor, ',')) break;
  }
  expectPunctuator(cursor, close);
  return items;
}

/** The steps of `a.b["c.d"]`; undefined for a term with other steps. */
function listNames(head: Term, path: readonly Term[]): readonly string[] | undefined {
  if (head.term !== 'name' || path.some((step) => step.term !== 'scalar' || typeof step.value !== 'string')) return undefined;
  return [head.name, ...path.map((step) => (step as { value: string }).value)];
}

function parseFieldStep(cursor: Cursor): Term {
  const token = take(cursor);
  if (token.kind !== 'name') {
    cursor.index--;
    return throwUnexpected(cursor, 'a name after `.`');
  }
  return { term: 'scalar', value: token.text, at: token.at };
}

/** Parses `.name`, `[term]` and `(arguments)` that follow without a space. */
export function parseReference(cursor: Cursor, start: Term): Term {
  let head = start;
  let path: Term[] = [];
  const whole = (): Term => (path.length ? { term: 'reference', head, path, at: start.at } : head);
  for (;;) {
    if (peek(cursor).hasSpaceBefore) return whole();
    if (start.term === 'scalar' && (isPunctuator(cursor, '.') || isPunctuator(cursor, '[')))
      return throwParseError(cursor, 'a single value has no parts');
    if (takePunctuator(cursor, '.')) path.push(parseFieldStep(cursor));
    else if (takePunctuator(cursor, '[')) {
      path.push(parseTerm(cursor));
      expectPunctuator(cursor, ']');
    } else if (isPunctuator(cursor, '(')) {
      const names = listNames(head, path);
      if (names === undefined) return throwParseError(cursor, 'only a name can be called');
      take(cursor);
      const steps = names.some((each) => each.includes('.')) ? { steps: names } : {};
      head = { term: 'call', name: names.join('.'), ...steps, items: parseTermList(cursor, ')'), at: start.at };
      path = [];
    } else return whole();
  }
}
