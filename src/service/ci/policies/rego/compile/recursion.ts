import { PolicyFault } from '../fault.ts';
import type { Path, Resolved, ResolvedClause, ResolvedRule, Step } from '../resolve/resolved.ts';
import { keyOf } from '../values/index.ts';
import { findNode, nodesBelow, type Node } from './tree.ts';

type Visit = (path: readonly string[]) => void;

/** The part of a path below `data` that is known before evaluation. */
function fixedPath({ path }: Path): readonly string[] {
  const fixed: string[] = [];
  for (const step of path) {
    if (step.is !== 'constant') break;
    fixed.push(typeof step.value === 'string' ? step.value : keyOf(step.value));
  }
  return fixed;
}

function inTerm(term: Resolved, visit: Visit): void {
  switch (term.is) {
    case 'path':
      if (term.root === 'data') visit(fixedPath(term));
      else if (term.root !== 'input') inTerm(term.root, visit);
      for (const step of term.path) inTerm(step, visit);
      break;
    case 'function': visit(term.path); for (const item of term.items) inTerm(item, visit); break;
    case 'array': case 'set': case 'builtin': for (const item of term.items) inTerm(item, visit); break;
    case 'object': for (const [key, value] of term.entries) { inTerm(key, visit); inTerm(value, visit); } break;
    case 'gathering': if (term.key) inTerm(term.key, visit); inTerm(term.value, visit); for (const step of term.body) inStep(step, visit); break;
    default:
  }
}
function inStep(step: Step, visit: Visit): void {
  for (const { value } of step.replacing) inTerm(value, visit);
  switch (step.is) {
    case 'holds': inTerm(step.term, visit); break;
    case 'unify': inTerm(step.left, visit); inTerm(step.right, visit); break;
    case 'not': inStep(step.step, visit); break;
    default:
      inTerm(step.domain, visit);
      for (const pattern of [step.key, step.value]) if (pattern) inTerm(pattern, visit);
      if (step.is === 'every') for (const each of step.body) inStep(each, visit);
  }
}
function inClause(clause: ResolvedClause, visit: Visit): void {
  for (const term of [clause.value, ...clause.keys]) inTerm(term, visit);
  for (const step of clause.body) inStep(step, visit);
  if (clause.otherwise) inClause(clause.otherwise, visit);
}

function uses(root: Node, { rules }: Node): ReadonlySet<Node> {
  const found = new Set<Node>();
  const visit: Visit = (path) => {
    const { node, rest } = findNode(root, path);
    if (node.rules.length) found.add(node);
    else if (rest.length === 0) for (const each of nodesBelow(node)) found.add(each);
  };
  for (const rule of rules) inClause(rule.clause, visit);
  return found;
}

/** @throws PolicyFault for rules that lead back to themselves, which the language does not have. */
export function checkRecursion(root: Node): void {
  const done = new Set<Node>();
  const nodes = [...nodesBelow(root)];
  for (const start of nodes) {
    // A walk with its own stack: a chain of rules may be longer than the machine's.
    const trail: { node: Node; left: Node[] }[] = [];
    const enter = (node: Node) => { trail.push({ node, left: [...uses(root, node)] }); };
    if (!done.has(start)) enter(start);
    for (let top = trail.at(-1); top; top = trail.at(-1)) {
      const next = top.left.pop();
      if (!next) { done.add(top.node); trail.pop(); continue; }
      if (done.has(next)) continue;
      const from = trail.findIndex(({ node }) => node === next);
      if (from !== -1) refuseCycle([...trail.slice(from).map(({ node }) => node), next]);
      enter(next);
    }
  }
}
function refuseCycle(cycle: readonly Node[]): never {
  const { file, at } = cycle[0]?.rules[0] as ResolvedRule;
  throw new PolicyFault('compile', file, at, `rule ${cycle[0]?.path.join('.')} is recursive: ${cycle.map(({ path }) => path.join('.')).join(' -> ')}`);
}
