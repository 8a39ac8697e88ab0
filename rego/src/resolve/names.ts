import type { Statement, Term } from '../syntax/index.ts';

type VisitName = (name: string, term: Term) => void;

/** Visits the names in a term that belong to its body, without those inside comprehensions. */
export function visitTermNames(term: Term, visit: VisitName): void {
  switch (term.term) {
    case 'name':
      visit(term.name, term);
      break;
    case 'reference':
      visitTermNames(term.head, visit);
      for (const step of term.path) visitTermNames(step, visit);
      break;
    case 'array':
    case 'set':
    case 'call':
      for (const item of term.items) visitTermNames(item, visit);
      break;
    case 'object':
      for (const [key, value] of term.entries) {
        visitTermNames(key, visit);
        visitTermNames(value, visit);
      }
      break;
    default:
  }
}

/** Visits the names that a pattern binds: `x`, `[x, y]`, `{"k": x}`. Names inside a reference are used, not bound. */
export function visitPatternNames(term: Term, visit: VisitName): void {
  switch (term.term) {
    case 'name':
      visit(term.name, term);
      break;
    case 'array':
      for (const item of term.items) visitPatternNames(item, visit);
      break;
    case 'object':
      for (const [, value] of term.entries) visitPatternNames(value, visit);
      break;
    default:
  }
}

/** Visits the names of a statement that its body shares. */
export function visitStatementNames(statement: Statement, visit: VisitName): void {
  for (const { value } of statement.withs) visitTermNames(value, visit);
  switch (statement.is) {
    case 'term':
      visitTermNames(statement.term, visit);
      break;
    case 'unify':
    case 'assign':
      visitTermNames(statement.left, visit);
      visitTermNames(statement.right, visit);
      break;
    case 'some':
    case 'every':
      visitTermNames(statement.domain, visit);
      break;
    case 'not':
      visitStatementNames(statement.statement, visit);
      break;
    default:
  }
}
