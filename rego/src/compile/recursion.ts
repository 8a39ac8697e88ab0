import { PolicyError } from '../errors.ts';
import { formatPath } from '../syntax/path-text.ts';
import type { ResolvedPath, ResolvedTerm, ResolvedClause, ResolvedRule, ResolvedStatement } from '../resolve/resolved.ts';
import { keyOf } from '../values/index.ts';
import { ruleNodesBelow, type RuleNode } from './rule-tree.ts';

/** The steps of a path below `data`; undefined is any name. */
type PathPattern = readonly (string | undefined)[];
type VisitPath = (path: PathPattern) => void;

const patternOf = ({ path }: ResolvedPath): PathPattern =>
  path.map((step) => (step.is !== 'constant' ? undefined : typeof step.value === 'string' ? step.value : keyOf(step.value)));

function visitTermPaths(term: ResolvedTerm, visit: VisitPath): void {
  switch (term.is) {
    case 'path':
      if (term.root === 'data') visit(patternOf(term));
      else if (term.root !== 'input') visitTermPaths(term.root, visit);
      for (const step of term.path) visitTermPaths(step, visit);
      break;
    case 'function':
      visit(term.path);
      for (const item of term.items) visitTermPaths(item, visit);
      break;
    case 'array':
    case 'set':
    case 'builtin':
      for (const item of term.items) visitTermPaths(item, visit);
      break;
    case 'object':
      for (const [key, value] of term.entries) {
        visitTermPaths(key, visit);
        visitTermPaths(value, visit);
      }
      break;
    case 'comprehension':
      if (term.key) visitTermPaths(term.key, visit);
      visitTermPaths(term.value, visit);
      for (const step of term.body) visitStatementPaths(step, visit);
      break;
    default:
  }
}
function visitStatementPaths(step: ResolvedStatement, visit: VisitPath): void {
  for (const each of step.replacing) {
    if (each.value) visitTermPaths(each.value, visit);
    if (each.target === 'function' && each.by) visitTermPaths(each.by, visit);
  }
  switch (step.is) {
    case 'holds':
      visitTermPaths(step.term, visit);
      break;
    case 'unify':
      visitTermPaths(step.left, visit);
      visitTermPaths(step.right, visit);
      break;
    case 'not':
      visitStatementPaths(step.step, visit);
      break;
    default:
      visitTermPaths(step.domain, visit);
      for (const pattern of [step.key, step.value]) if (pattern) visitTermPaths(pattern, visit);
      if (step.is === 'every') for (const each of step.body) visitStatementPaths(each, visit);
  }
}
function visitClausePaths(clause: ResolvedClause, visit: VisitPath): void {
  for (const term of [clause.value, ...clause.keys]) visitTermPaths(term, visit);
  for (const step of clause.body) visitStatementPaths(step, visit);
  if (clause.otherwise) visitClausePaths(clause.otherwise, visit);
}

/** Adds the nodes with rules on a path, and those below its end. */
function addReachedNodes(nodes: Set<RuleNode>, node: RuleNode, path: PathPattern): void {
  const [step, ...rest] = path;
  if (node.rules.length) nodes.add(node);
  else if (path.length === 0) for (const each of ruleNodesBelow(node)) nodes.add(each);
  else
    for (const child of step === undefined ? node.children.values() : [node.children.get(step)])
      if (child) addReachedNodes(nodes, child, rest);
}
function referencedNodes(root: RuleNode, { rules }: RuleNode): ReadonlySet<RuleNode> {
  const nodes = new Set<RuleNode>();
  const visit: VisitPath = (path) => addReachedNodes(nodes, root, path);
  for (const rule of rules) visitClausePaths(rule.clause, visit);
  return nodes;
}

/**
 * The nodes with rules, each after those that it refers to.
 * @throws PolicyError for recursive rules, which the language does not have.
 */
export function orderNodes(root: RuleNode): readonly RuleNode[] {
  const done = new Set<RuleNode>();
  const nodes = [...ruleNodesBelow(root)];
  for (const start of nodes) {
    // An explicit stack: a chain of rules may be longer than the call stack.
    const trail: { node: RuleNode; left: RuleNode[] }[] = [];
    const enter = (node: RuleNode) => {
      trail.push({ node, left: [...referencedNodes(root, node)] });
    };
    if (!done.has(start)) enter(start);
    for (let top = trail.at(-1); top; top = trail.at(-1)) {
      const next = top.left.pop();
      if (!next) {
        done.add(top.node);
        trail.pop();
        continue;
      }
      if (done.has(next)) continue;
      const from = trail.findIndex(({ node }) => node === next);
      if (from !== -1) throwCycle([...trail.slice(from).map(({ node }) => node), next]);
      enter(next);
    }
  }
  return [...done];
}
function throwCycle(cycle: readonly RuleNode[]): never {
  const [first] = cycle as readonly [RuleNode];
  const { file, at } = first.rules[0] as ResolvedRule;
  const names = cycle.map(({ path }) => formatPath(path));
  throw new PolicyError('compile', file, at, `rule ${names[0]} is recursive: ${names.join(' -> ')}`);
}
