import type { Clause, Module, Rule, Statement, Term } from '../syntax/index.ts';

/** Whether something is, or lies below, `data.<family>`. */
function inTerm(term: Term, family: string): boolean {
  const any = (terms: readonly Term[]) => terms.some((each) => inTerm(each, family));
  switch (term.term) {
    case 'call': return term.name.startsWith(`data.${family}.`) || any(term.items);
    case 'reference': {
      const [first] = term.path;
      const begins = term.head.term === 'name' && term.head.name === 'data' && first?.term === 'scalar' && first.value === family;
      return begins || any([term.head, ...term.path]);
    }
    case 'array': case 'set': return any(term.items);
    case 'object': return any(term.entries.flat());
    case 'comprehension': return any(term.key ? [term.key, term.value] : [term.value]) || term.body.some((step) => inStatement(step, family));
    default: return false;
  }
}
function inStatement(statement: Statement, family: string): boolean {
  const terms = Object.values(statement).filter((each): each is Term => typeof each === 'object' && each !== null && 'term' in each);
  const nested = statement.is === 'every' ? statement.body : statement.is === 'not' ? [statement.statement] : [];
  return [...terms, ...statement.withs.map(({ value }) => value)].some((term) => inTerm(term, family)) || nested.some((each) => inStatement(each, family));
}
function inClause(clause: Clause, family: string): boolean {
  for (let each: Clause | undefined = clause; each; each = each.otherwise) {
    if (inTerm(each.value, family) || each.body.some((step) => inStatement(step, family))) return true;
  }
  return false;
}
const inRule = ({ clause, path }: Rule, family: string): boolean => inClause(clause, family) || path.some((term) => inTerm(term, family));

/** Whether a module uses the packages below `data.<family>`, by import or by their full path. */
export const mentions = ({ imports, rules }: Module, family: string): boolean =>
  imports.some(({ path }) => path[0] === 'data' && path[1] === family) || rules.some((rule) => inRule(rule, family));
