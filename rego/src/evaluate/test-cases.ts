import { analyzeStatement, analyzeTerm } from '../compile/dependencies.ts';
import { createNode, ruleNodesBelow, type RuleNode } from '../compile/rule-tree.ts';
import type { ResolvedClause, ResolvedRule, ResolvedStatement } from '../resolve/resolved.ts';
import { entriesOf, formatJson, isObject, isString, type RegoValue } from '../values/index.ts';

/** A case of a test with cases, such as `test_x[name]`. `names`: its keys, one for each pair of brackets. */
export interface PolicyTestCase {
  readonly names: readonly string[];
  readonly passed: boolean;
}

/**
 * The clause up to the statement that decides its keys: true for each case, also for those that fail. Statements that stand for a key
 * (`test_x[list[_].name]`) come as early as they can.
 */
function toCases(clause: ResolvedClause, slots: ResolvedRule['slots']): ResolvedClause {
  const keySlots = new Set(clause.keys.flatMap((key) => (key.is === 'slot' && slots[key.slot]?.name === '_' ? [key.slot] : [])));
  const isOfKey = (step: ResolvedStatement): boolean => step.is === 'unify' && step.left.is === 'slot' && keySlots.has(step.left.slot);
  const [others, ofKeys] = [clause.body.filter((step) => !isOfKey(step)), clause.body.filter(isOfKey)];
  const bound = new Set<number>();
  const isBound = (slot: number): boolean => bound.has(slot);
  const body: ResolvedStatement[] = [];
  const add = (step: ResolvedStatement): void => {
    body.push(step);
    for (const slot of analyzeStatement(step, isBound).binds) bound.add(slot);
  };
  for (let index = 0; ; index++) {
    for (const step of ofKeys) if (!body.includes(step) && analyzeStatement(step, isBound).requires.size === 0) add(step);
    const next = others[index];
    if (!next || clause.keys.every((key) => analyzeTerm(key, isBound).requires.size === 0)) break;
    add(next);
  }
  return { ...clause, body, value: { is: 'constant', value: true, at: clause.at } };
}
const casesOfRule = (rule: ResolvedRule): ResolvedRule => ({ ...rule, clause: toCases(rule.clause, rule.slots) });

/** A copy of the tree in which one node has these rules. */
function withRules(node: RuleNode, [step, ...rest]: readonly string[], rules: readonly ResolvedRule[]): RuleNode {
  if (step === undefined) return { ...createNode(node.path), rules: [...rules] };
  const child = withRules(node.children.get(step) ?? createNode([...node.path, step]), rest, rules);
  return { ...node, children: new Map(node.children).set(step, child) };
}
/** The tree in which a test with cases is true for each case that there is. `node`: of the test; its rules may lie below it. */
export const withCases = (root: RuleNode, node: RuleNode): RuleNode =>
  [...ruleNodesBelow(node)].reduce((tree, { path, rules }) => withRules(tree, path, rules.map(casesOfRule)), root);

const nameOf = (key: RegoValue): string => (isString(key) ? key : formatJson(key));
/** The cases of an object of them, and of the objects in it. `found`: what the test says of each; what it does not say fails. */
export function listCases(all: RegoValue, found: RegoValue | undefined, names: readonly string[] = []): readonly PolicyTestCase[] {
  if (!isObject(all)) return [{ names, passed: found === true }];
  const results = new Map(found !== undefined && isObject(found) ? entriesOf(found).map(([key, value]) => [nameOf(key), value]) : []);
  return entriesOf(all).flatMap(([key, value]) => listCases(value, results.get(nameOf(key)), [...names, nameOf(key)]));
}
