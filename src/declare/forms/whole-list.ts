import type { Attributes } from '../attribute.ts';
import type { Row } from '../endpoint.ts';
import type { Item } from '../place.ts';
import { checkNames, type Resource, type Spec } from '../resource.ts';

/** All that is tied to one thing, said at once; deleting it says "nobody". */
export interface WholeList<A extends Attributes = Attributes> extends Resource<A> {
  readonly endpoints: { readonly create: Row; readonly update: Row; readonly delete: Row; readonly list: Row };
  readonly wholeList: { readonly of: keyof A & string; readonly ids: keyof A & string; readonly item: Item };
}

export const wholeList = <const A extends Attributes>(
  name: string, spec: Omit<Spec<A>, 'key' | 'naturalKey'> & WholeList<A>['wholeList'] & { readonly replace: Row; readonly among: Row },
): WholeList<A> => {
  const { of, ids, item, replace, among, ...rest } = spec;
  checkNames(name, spec.attributes, spec.constraints);
  return { ...rest, form: 'resource', name, key: [of], endpoints: { create: replace, update: replace, delete: replace, list: among }, wholeList: { of, ids, item } };
};
