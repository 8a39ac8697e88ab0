import { isObject } from '@slipway/schema-tools/json';
import { getItems, getMember, getMembers, type ConfigNode } from '../source/config-node.ts';
import type { CompileSession } from '../compile-session.ts';
import { describeScalarFault, parseScalar, type ParameterType, type ScalarType } from './scalar.ts';

/** A declared parameter of an element, with its type and default. */
export interface ParameterDeclaration {
  readonly name: string;
  readonly type: ParameterType;
  /** The values of an enum. */
  readonly choices: readonly unknown[];
  readonly default: ConfigNode | undefined;
  readonly pointer: string;
}
export type ParameterDeclarations = ReadonlyMap<string, ParameterDeclaration>;

export const isScalarDeclaration = (
  declaration: ParameterDeclaration,
): declaration is ParameterDeclaration & { readonly type: ScalarType } => declaration.type !== 'executor' && declaration.type !== 'steps';

/** Parses the `parameters` of an element. A default that does not fit its type is a fault. */
export const parseParameterDeclarations = (element: ConfigNode, session: CompileSession): ParameterDeclarations => {
  const declared = new Map<string, ParameterDeclaration>();
  for (const [name, node] of getMembers(getMember(element, 'parameters'))) {
    if (!isObject(node.value)) continue;
    const declaration: ParameterDeclaration = {
      name,
      pointer: node.pointer,
      type: node.value['type'] as ParameterType,
      default: getMember(node, 'default'),
      choices: getItems(getMember(node, 'enum')).map(({ value }) => value),
    };
    declared.set(name, declaration);
    const { default: fallback } = declaration;
    const isText = typeof fallback?.value === 'string' && fallback.value.includes('<<');
    if (fallback && isScalarDeclaration(declaration) && !isText && parseScalar(fallback.value, declaration) === undefined)
      session.reportFault(fallback.pointer, describeScalarFault(fallback.value, declaration));
  }
  return declared;
};
