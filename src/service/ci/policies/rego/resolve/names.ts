import type { Statement, Term } from '../syntax/index.ts';

type Visit = (name: string, term: Term) => void;

/** Visits the names in a term that belong to its body: those inside comprehensions are their own matter. */
export function namesIn(term: Term, visit: Visit): void {
  switch (term.term) {
    case 'name': visit(term.name, term); break;
    case 'reference': namesIn(term.head, visit); for (const step of term.path) namesIn(step, visit); break;
    case 'array': case 'set': case 'call': for (const item of term.items) namesIn(item, visit); break;
    case 'object': for (const [key, value] of term.entries) { namesIn(key, visit); namesIn(value, visit); } break;
    default:
  }
}

/** The names that a pattern binds: `x`, `[x, y]`, `{"k": x}`. What stands inside a reference is used, not bound. */
export function patternNames(term: Term, visit: Visit): void {
  switch (term.term) {
    case 'name': visit(term.name, term); break;
    case 'array': for (const item of term.items) patternNames(item, visit); break;
    case 'object': for (const [, value] of term.entries) patternNames(value, visit); break;
    default:
  }
}

/** Visits the names of a statement that its body shares. */
export function namesOf(statement: Statement, visit: Visit): void {
  for (const { value } of statement.withs) namesIn(value, visit);
  switch (statement.is) {
    case 'term': namesIn(statement.term, visit); break;
    case 'unify': case 'assign': namesIn(statement.left, visit); namesIn(statement.right, visit); break;
    case 'some': case 'every': namesIn(statement.domain, visit); break;
    case 'not': namesOf(statement.statement, visit); break;
    default:
  }
}
