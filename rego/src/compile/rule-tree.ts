import { PolicyError } from '../errors.ts';
import { formatPath } from '../syntax/path-text.ts';
import type { ResolvedClause, ResolvedRule } from '../resolve/resolved.ts';

/** The rules at one path below `data`. */
export interface RuleNode {
  readonly path: readonly string[];
  readonly children: Map<string, RuleNode>;
  readonly rules: ResolvedRule[];
}

export const createNode = (path: readonly string[]): RuleNode => ({ path, children: new Map(), rules: [] });
/** The node at a path, or the last one before the path leaves the tree or enters a rule. */
export function findNode(root: RuleNode, path: readonly string[]): { node: RuleNode; rest: readonly string[] } {
  let node = root;
  for (const [index, step] of path.entries()) {
    const next = node.rules.length ? undefined : node.children.get(step);
    if (!next) return { node, rest: path.slice(index) };
    node = next;
  }
  return { node, rest: [] };
}
/** Every node with rules, at or below this one. */
export function* ruleNodesBelow(node: RuleNode): Generator<RuleNode> {
  if (node.rules.length) yield node;
  for (const child of node.children.values()) yield* ruleNodesBelow(child);
}
export const isFunctionNode = (node: RuleNode): boolean => node.rules.some(({ items }) => items !== undefined);

function throwConflictingRule({ file, at }: ResolvedRule, reason: string): never {
  throw new PolicyError('compile', file, at, reason);
}

/** Makes a rule inside an object of a partial rule a part of that rule. */
function relocateRule(rule: ResolvedRule, length: number): ResolvedRule {
  const movedKeys = rule.path.slice(length).map((value) => ({ is: 'constant', value, at: rule.at }) as const);
  const relocate = (clause: ResolvedClause): ResolvedClause => ({
    ...clause,
    keys: [...movedKeys, ...clause.keys],
    ...(clause.otherwise ? { otherwise: relocate(clause.otherwise) } : {}),
  });
  return { ...rule, path: rule.path.slice(0, length), clause: relocate(rule.clause) };
}
const pathKey = (path: readonly string[]): string => JSON.stringify(path);

function checkNode(node: RuleNode): void {
  const [first, ...others] = node.rules.filter(({ isDefault }) => !isDefault);
  const name = formatPath(node.path);
  for (const other of others) {
    if ((other.items === undefined) !== (first?.items === undefined))
      throwConflictingRule(other, `conflicting rules: ${name} is a function elsewhere`);
    if (other.produces !== first?.produces && !first?.clause.keys.length && !other.clause.keys.length)
      throwConflictingRule(other, `conflicting rules: ${name} is ${first?.produces === 'member' ? 'a set' : 'one value'} elsewhere`);
    if (Boolean(other.clause.keys.length) !== Boolean(first?.clause.keys.length))
      throwConflictingRule(other, `conflicting rules: ${name} is declared in different ways`);
  }
  const defaults = node.rules.filter(({ isDefault }) => isDefault);
  if (defaults[1]) throwConflictingRule(defaults[1], `multiple default rules ${name}`);
  if (defaults[0] && first && (first.produces === 'member' || first.clause.keys.length))
    throwConflictingRule(defaults[0], `conflicting rules: ${name} is no single value and can have no default`);
  if (defaults[0] && first && (defaults[0].items === undefined) !== (first.items === undefined))
    throwConflictingRule(defaults[0], `conflicting rules: ${name} is a function elsewhere`);
  if (node.rules[0] && node.children.size)
    throwConflictingRule(node.rules[0], `conflicting packages: ${name} is a rule, and a package or another rule lies below it`);
}

/** The node at a path, which is created with those on the way. */
function ensureNode(root: RuleNode, path: readonly string[]): RuleNode {
  let node = root;
  for (const [index, step] of path.entries()) {
    const next: RuleNode = node.children.get(step) ?? createNode(path.slice(0, index + 1));
    node.children.set(step, next);
    node = next;
  }
  return node;
}

/** Builds the tree of rules by path; packages are there without rules too. @throws PolicyError for conflicting declarations. */
export function buildRuleTree(rules: readonly ResolvedRule[], packages: readonly (readonly string[])[]): RuleNode {
  const builders = new Set(rules.filter(({ clause }) => clause.keys.length).map(({ path: home }) => pathKey(home)));
  const root = createNode([]);
  for (const path of packages) ensureNode(root, path);
  for (const each of rules) {
    const builderLength = each.path.findIndex((_, index) => index > 0 && builders.has(pathKey(each.path.slice(0, index))));
    const rule = builderLength === -1 ? each : relocateRule(each, builderLength);
    ensureNode(root, rule.path).rules.push(rule);
  }
  for (const node of ruleNodesBelow(root)) checkNode(node);
  return root;
}
