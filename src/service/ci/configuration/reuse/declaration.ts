import { isObject } from '../../../../../schema-tools/src/json.ts';
import { items, member, members, type Place } from '../source/place.ts';
import type { Work } from '../work.ts';
import { scalarFault, scalarOf } from './scalar.ts';

export type ScalarType = 'string' | 'boolean' | 'integer' | 'enum' | 'env_var_name';
export type ParameterType = ScalarType | 'executor' | 'steps';

/** A declared parameter. */
export interface Declaration {
  readonly name: string;
  readonly type: ParameterType;
  /** Of an enum: what it may be. */
  readonly choices: readonly unknown[];
  readonly default: Place | undefined;
  readonly pointer: string;
}
export type Declarations = ReadonlyMap<string, Declaration>;

export const isScalar = (declaration: Declaration): declaration is Declaration & { readonly type: ScalarType } => declaration.type !== 'executor' && declaration.type !== 'steps';

/** What an element's `parameters` declare; a default that its own type does not allow is a fault. */
export const declarationsOf = (element: Place, work: Work): Declarations => {
  const declared = new Map<string, Declaration>();
  for (const [name, place] of members(member(element, 'parameters'))) {
    if (!isObject(place.value)) continue;
    const declaration: Declaration = {
      name, pointer: place.pointer, type: place.value['type'] as ParameterType, default: member(place, 'default'),
      choices: items(member(place, 'enum')).map(({ value }) => value),
    };
    declared.set(name, declaration);
    const { default: usual } = declaration;
    const isText = typeof usual?.value === 'string' && usual.value.includes('<<');
    if (usual && isScalar(declaration) && !isText && scalarOf(usual.value, declaration) === undefined) work.fault(usual.pointer, scalarFault(usual.value, declaration));
  }
  return declared;
};
