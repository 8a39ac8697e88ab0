import { isObject } from '@slipway/schema-tools/json';
import { getItems, getMember, getMembers, type ConfigNode } from '../source/config-node.ts';
import type { CompileSession } from '../compile-session.ts';
import { describeScalarFault, parseScalar, type ParameterType, type ScalarType } from './scalar.ts';

/** A declared parameter. */
export interface ParameterDeclaration {
  readonly name: string;
  readonly type: ParameterType;
  /** Of an enum: what it may be. */
  readonly choices: readonly unknown[];
  readonly default: ConfigNode | undefined;
  readonly pointer: string;
}
export type ParameterDeclarations = ReadonlyMap<string, ParameterDeclaration>;

export const isScalarDeclaration = (
  declaration: ParameterDeclaration,
): declaration is ParameterDeclaration & { readonly type: ScalarType } => declaration.type !== 'executor' && declaration.type !== 'steps';

/** What an element's `parameters` declare; a default that its own type does not allow is a fault. */
export const parseParameterDeclarations = (element: ConfigNode, session: CompileSession): ParameterDeclarations => {
  const declared = new Map<string, ParameterDeclaration>();
  for (const [name, place] of getMembers(getMember(element, 'parameters'))) {
    if (!isObject(place.value)) continue;
    const declaration: ParameterDeclaration = {
      name,
      pointer: place.pointer,
      type: place.value['type'] as ParameterType,
      default: getMember(place, 'default'),
      choices: getItems(getMember(place, 'enum')).map(({ value }) => value),
    };
    declared.set(name, declaration);
    const { default: usual } = declaration;
    const isText = typeof usual?.value === 'string' && usual.value.includes('<<');
    if (usual && isScalarDeclaration(declaration) && !isText && parseScalar(usual.value, declaration) === undefined)
      session.reportFault(usual.pointer, describeScalarFault(usual.value, declaration));
  }
  return declared;
};
