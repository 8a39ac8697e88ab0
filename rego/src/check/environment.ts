import { PolicyError, type Position } from '../errors.ts';
import type { RuleNode } from '../compile/rule-tree.ts';
import type { ResolvedTerm } from '../resolve/resolved.ts';
import { anyType, stringType, type FunctionType, type RegoType } from '../types/type.ts';

/** The types of the rules that are checked already. */
export interface RuleTypes {
  readonly values: Map<RuleNode, RegoType>;
  readonly functions: Map<RuleNode, FunctionType>;
}
/** What is known while one clause is checked. */
export interface TypeEnvironment {
  readonly root: RuleNode;
  readonly types: RuleTypes;
  readonly file: string;
  /** The types of variables, by slot; undefined: not known yet. */
  readonly slots: (RegoType | undefined)[];
  /** The types of terms that are checked once. */
  readonly known: Map<ResolvedTerm, RegoType | undefined>;
}
/** A body inside a body: what it learns about variables does not leave it. */
export const nestEnvironment = (environment: TypeEnvironment): TypeEnvironment => ({ ...environment, slots: [...environment.slots] });

export function throwTypeError({ file }: TypeEnvironment, at: Position, reason: string): never {
  throw new PolicyError('type', file, at, reason);
}

/** The type of everything at and below a node. */
export function typeOfNode(environment: TypeEnvironment, node: RuleNode): RegoType {
  if (node.rules.length) return environment.types.values.get(node) ?? anyType;
  return {
    type: 'object',
    properties: [...node.children].map(([name, child]) => [name, typeOfNode(environment, child)] as const),
    dynamic: { key: stringType, value: anyType },
  };
}
