import { PolicyFault } from '../fault.ts';
import type { ResolvedClause, ResolvedRule } from '../resolve/resolved.ts';

/** The rules at one path below `data`: packages and names lead to nodes. */
export interface Node { readonly path: readonly string[]; readonly children: Map<string, Node>; readonly rules: ResolvedRule[] }

export const nodeAt = (path: readonly string[]): Node => ({ path, children: new Map(), rules: [] });
/** The node at a path, or the last one before the path leaves the tree or enters a rule. */
export function findNode(root: Node, path: readonly string[]): { node: Node; rest: readonly string[] } {
  let node = root;
  for (const [index, step] of path.entries()) {
    const next = node.rules.length ? undefined : node.children.get(step);
    if (!next) return { node, rest: path.slice(index) };
    node = next;
  }
  return { node, rest: [] };
}
/** Every node with rules, at or below this one. */
export function* nodesBelow(node: Node): Generator<Node> {
  if (node.rules.length) yield node;
  for (const child of node.children.values()) yield* nodesBelow(child);
}
export const isFunction = (node: Node): boolean => node.rules.some(({ items }) => items !== undefined);

function refuse({ file, at }: ResolvedRule, reason: string): never { throw new PolicyFault('compile', file, at, reason); }

/** A rule that is declared inside an object that other rules build becomes one of those that build it. */
function rehome(rule: ResolvedRule, length: number): ResolvedRule {
  const moved = rule.home.slice(length).map((value) => ({ is: 'constant', value, at: rule.at }) as const);
  const within = (clause: ResolvedClause): ResolvedClause => ({ ...clause, keys: [...moved, ...clause.keys], ...(clause.otherwise ? { otherwise: within(clause.otherwise) } : {}) });
  return { ...rule, home: rule.home.slice(0, length), clause: within(rule.clause) };
}
const key = (path: readonly string[]): string => JSON.stringify(path);

function check(node: Node): void {
  const [first, ...others] = node.rules.filter(({ isDefault }) => !isDefault);
  const name = node.path.join('.');
  for (const other of others) {
    if ((other.items === undefined) !== (first?.items === undefined)) refuse(other, `conflicting rules: ${name} is a function elsewhere`);
    if (other.gives !== first?.gives && !first?.clause.keys.length && !other.clause.keys.length) refuse(other, `conflicting rules: ${name} is ${first?.gives === 'member' ? 'a set' : 'one value'} elsewhere`);
    if (Boolean(other.clause.keys.length) !== Boolean(first?.clause.keys.length)) refuse(other, `conflicting rules: ${name} is declared in different ways`);
  }
  const defaults = node.rules.filter(({ isDefault }) => isDefault);
  if (defaults[1]) refuse(defaults[1], `multiple default rules ${name}`);
  if (defaults[0] && first && (first.gives === 'member' || first.clause.keys.length)) refuse(defaults[0], `conflicting rules: ${name} is no single value and can have no default`);
  if (defaults[0] && first && (defaults[0].items === undefined) !== (first.items === undefined)) refuse(defaults[0], `conflicting rules: ${name} is a function elsewhere`);
  if (node.rules[0] && node.children.size) refuse(node.rules[0], `conflicting packages: ${name} is a rule, and a package or another rule lies below it`);
}

/** Files rules under their paths. @throws PolicyFault where two declarations cannot both stand. */
export function treeOf(rules: readonly ResolvedRule[]): Node {
  const builders = new Set(rules.filter(({ clause }) => clause.keys.length).map(({ home }) => key(home)));
  const root = nodeAt([]);
  for (const each of rules) {
    const above = each.home.findIndex((_, index) => index > 0 && builders.has(key(each.home.slice(0, index))));
    const rule = above === -1 ? each : rehome(each, above);
    let node = root;
    for (const [index, step] of rule.home.entries()) {
      const next: Node = node.children.get(step) ?? nodeAt(rule.home.slice(0, index + 1));
      node.children.set(step, next);
      node = next;
    }
    node.rules.push(rule);
  }
  for (const node of nodesBelow(root)) check(node);
  return root;
}
