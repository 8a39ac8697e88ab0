import { PolicyFault, type Position } from '../fault.ts';
import type { Module, Rule } from '../syntax/index.ts';

/** The name that a file gives its policy, and where it does. @throws PolicyFault unless the first rule does, once, literally. */
export function policyName({ file, rules, at }: Module): { name: string; at: Position } {
  const refuse = (where: Position, reason: string): never => { throw new PolicyFault('compile', file, where, reason); };
  const [first] = rules;
  if (!first) return refuse(at, 'a policy begins with `policy_name["…"]`, and this file has no rules');
  if (first.name !== 'policy_name') refuse(first.at, `the first rule of a policy is policy_name, not ${first.name}`);
  const named: readonly Rule[] = rules.filter(({ name }) => name === 'policy_name');
  if (named[1]) refuse(named[1].at, 'policy_name is declared twice in this file');
  const { clause, gives, path } = first;
  if (gives !== 'member' || path.length || clause.body.length || clause.otherwise) refuse(first.at, 'policy_name is declared as `policy_name["…"]`, without a body');
  const name = clause.value.term === 'scalar' && typeof clause.value.value === 'string' ? clause.value.value : refuse(clause.value.at, 'policy_name is a literal string');
  if (!/^\w{1,80}$/.test(name)) refuse(clause.value.at, 'policy_name has 1 to 80 letters, digits and underscores');
  return { name, at: first.at };
}
