import type { Clause, Module, Rule, Statement, Term } from './index.ts';

/** Whether a term refers to `data.<family>` or anything below it. */
function hasReferenceInTerm(term: Term, family: string): boolean {
  const any = (terms: readonly Term[]) => terms.some((each) => hasReferenceInTerm(each, family));
  switch (term.term) {
    case 'call':
      return term.name.startsWith(`data.${family}.`) || any(term.items);
    case 'reference': {
      const [first] = term.path;
      const begins = term.head.term === 'name' && term.head.name === 'data' && first?.term === 'scalar' && first.value === family;
      return begins || any([term.head, ...term.path]);
    }
    case 'array':
    case 'set':
      return any(term.items);
    case 'object':
      return any(term.entries.flat());
    case 'comprehension':
      return any(term.key ? [term.key, term.value] : [term.value]) || term.body.some((step) => hasReferenceInStatement(step, family));
    default:
      return false;
  }
}
function hasReferenceInStatement(statement: Statement, family: string): boolean {
  const terms = Object.values(statement).filter((each): each is Term => typeof each === 'object' && each !== null && 'term' in each);
  const nested = statement.is === 'every' ? statement.body : statement.is === 'not' ? [statement.statement] : [];
  return (
    [...terms, ...statement.withs.map(({ value }) => value)].some((term) => hasReferenceInTerm(term, family)) ||
    nested.some((each) => hasReferenceInStatement(each, family))
  );
}
function hasReferenceInClause(clause: Clause, family: string): boolean {
  for (let each: Clause | undefined = clause; each; each = each.otherwise) {
    if (hasReferenceInTerm(each.value, family) || each.body.some((step) => hasReferenceInStatement(step, family))) return true;
  }
  return false;
}
const hasReferenceInRule = ({ clause, path }: Rule, family: string): boolean =>
  hasReferenceInClause(clause, family) || path.some((term) => hasReferenceInTerm(term, family));

/** Whether a module refers to packages below `data.<family>`, by import or by full path. */
export const hasReferenceTo = ({ imports, rules }: Module, family: string): boolean =>
  imports.some(({ path }) => path[0] === 'data' && path[1] === family) || rules.some((rule) => hasReferenceInRule(rule, family));
