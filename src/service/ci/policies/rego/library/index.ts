import { parseModule } from '../parse/module.ts';
import type { Module, Statement, Term } from '../syntax/index.ts';
import { config } from './config.ts';
import { tools } from './tools.ts';

/** Which packages of the library stand where: each under a neutral name, and under the one that public policies import. */
const packages: Readonly<Record<string, string>> = {
  'ci.config': config.replaceAll('LIBRARY', 'ci').replaceAll('DOCUMENT', 'the configuration'), 'circleci.config': config.replaceAll('LIBRARY', 'circleci').replaceAll('DOCUMENT', 'CircleCI configuration'),
  'ci.utils': tools.replaceAll('LIBRARY', 'ci'), 'circleci.utils': tools.replaceAll('LIBRARY', 'circleci'),
};
const families = ['ci', 'circleci'];
const parsed = new Map<string, Module>();

function moduleOf(name: string): Module {
  const known = parsed.get(name) ?? parseModule(`library/${name}.rego`, packages[name] as string);
  parsed.set(name, known);
  return known;
}
export const isLibraryPackage = (path: readonly string[]): boolean => families.includes(path[0] ?? '') && (path.length === 1 || path.join('.') in packages);

function mentions(term: Term, family: string): boolean {
  switch (term.term) {
    case 'call': return term.name.startsWith(`data.${family}.`) || term.items.some((item) => mentions(item, family));
    case 'reference': return (term.head.term === 'name' && term.head.name === 'data' && term.path[0]?.term === 'scalar' && term.path[0].value === family) || [term.head, ...term.path].some((each) => mentions(each, family));
    case 'array': case 'set': return term.items.some((item) => mentions(item, family));
    case 'object': return term.entries.flat().some((each) => mentions(each, family));
    case 'comprehension': return [...(term.key ? [term.key] : []), term.value].some((each) => mentions(each, family)) || term.body.some((step) => inStatement(step, family));
    default: return false;
  }
}
function inStatement(statement: Statement, family: string): boolean {
  const terms = Object.values(statement).filter((each): each is Term => typeof each === 'object' && each !== null && 'term' in each);
  const nested = statement.is === 'every' ? statement.body : statement.is === 'not' ? [statement.statement] : [];
  return [...terms, ...statement.withs.map(({ value }) => value)].some((term) => mentions(term, family)) || nested.some((each) => inStatement(each, family));
}

/** The modules of the library that these modules use, by import or by their full path. */
export function libraryFor(modules: readonly Module[]): readonly Module[] {
  const used = families.filter((family) => modules.some(({ imports, rules }) => imports.some(({ path }) => path[0] === 'data' && path[1] === family)
    || rules.some(({ clause, path }) => { for (let each: typeof clause | undefined = clause; each; each = each.otherwise) if (mentions(each.value, family) || each.body.some((step) => inStatement(step, family))) return true; return path.some((term) => mentions(term, family)); })));
  return used.flatMap((family) => [moduleOf(`${family}.config`), moduleOf(`${family}.utils`)]);
}
