import { isFunctionNode, type RuleNode } from '../compile/rule-tree.ts';
import type { ResolvedClause, ResolvedRule, ResolvedTerm } from '../resolve/resolved.ts';
import { visitTermSlots } from '../resolve/slots.ts';
import { anyType, boundType, unionOf, unionOfAll, type FunctionType, type RegoType } from '../types/type.ts';
import { checkBody } from './check-body.ts';
import type { RuleTypes, TypeEnvironment } from './environment.ts';
import { inferTerm } from './infer-terms.ts';

/** A value below keys: `p[x].b := value` makes an object of objects. */
const nestInObjects = (environment: TypeEnvironment, keys: readonly ResolvedTerm[], value: RegoType): RegoType =>
  keys.reduceRight<RegoType>(
    (inner, key) =>
      key.is === 'constant'
        ? { type: 'object', properties: [[key.value, inner]] }
        : { type: 'object', properties: [], dynamic: { key: inferTerm(environment, key) ?? anyType, value: inner } },
    value,
  );

interface ClauseTypes {
  readonly items: readonly RegoType[];
  readonly value: RegoType;
}
function checkClause(root: RuleNode, types: RuleTypes, rule: ResolvedRule, clause: ResolvedClause): readonly ClauseTypes[] {
  const environment: TypeEnvironment = { root, types, file: rule.file, slots: [], known: new Map() };
  checkBody(environment, clause.body);
  for (const key of clause.keys) inferTerm(environment, key);
  inferTerm(environment, clause.value);
  // What the body does not restrict can be anything.
  for (const item of rule.items ?? []) visitTermSlots(item, (slot) => (environment.slots[slot] ??= anyType));
  const items = (rule.items ?? []).map((item) => inferTerm(environment, item) ?? anyType);
  const value = inferTerm(environment, clause.value) ?? anyType;
  const found = nestInObjects(environment, clause.keys, rule.produces === 'member' ? { type: 'set', of: value } : value);
  return [{ items, value: boundType(found) }, ...(clause.otherwise ? checkClause(root, types, rule, clause.otherwise) : [])];
}

function functionTypeOfClauses(clauses: readonly ClauseTypes[]): FunctionType {
  const [first, ...others] = clauses as readonly [ClauseTypes, ...ClauseTypes[]];
  return others.reduce<FunctionType>(
    (type, { items, value }) => ({
      items: type.items.map((item, index) => unionOf(item, items[index]) ?? anyType),
      result: unionOf(type.result, value) ?? anyType,
    }),
    { items: first.items, result: first.value },
  );
}

/**
 * Checks that the rules of these nodes can have values: calls with arguments of the declared types, paths that exist, sides that can
 * be equal. `nodes`: each after those that it refers to. @throws PolicyError
 */
export function checkTypes(root: RuleNode, nodes: readonly RuleNode[]): void {
  const types: RuleTypes = { values: new Map(), functions: new Map() };
  for (const node of nodes) {
    const clauses = node.rules.flatMap((rule) => checkClause(root, types, rule, rule.clause));
    if (isFunctionNode(node)) types.functions.set(node, functionTypeOfClauses(clauses));
    else types.values.set(node, unionOfAll(clauses.map(({ value }) => value)) ?? anyType);
  }
}
