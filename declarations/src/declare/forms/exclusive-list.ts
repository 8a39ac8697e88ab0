import type { Attributes } from '../attribute.ts';
import type { Endpoint } from '../endpoint.ts';
import type { LinkageCodec } from '../wire-location.ts';
import { checkNames, type Resource, type ResourceSpec } from '../resource.ts';

/** All elements attached to one object, and no others; deleting it sends the empty list. */
export interface ExclusiveList<A extends Attributes = Attributes> extends Resource<A> {
  readonly endpoints: { readonly create: Endpoint; readonly update: Endpoint; readonly delete: Endpoint; readonly list: Endpoint };
  readonly exclusiveList: {
    readonly pathAttribute: keyof A & string;
    readonly elementsAttribute: keyof A & string;
    readonly item: LinkageCodec;
  };
}

export const exclusiveList = <const A extends Attributes>(
  name: string,
  spec: Omit<ResourceSpec<A>, 'key' | 'naturalKey'> &
    ExclusiveList<A>['exclusiveList'] & { readonly replace: Endpoint; readonly list: Endpoint },
): ExclusiveList<A> => {
  const { pathAttribute, elementsAttribute, item, replace, list, ...rest } = spec;
  checkNames(name, spec.attributes, spec.constraints);
  return {
    ...rest,
    form: 'resource',
    name,
    key: [pathAttribute],
    endpoints: { create: replace, update: replace, delete: replace, list },
    exclusiveList: { pathAttribute, elementsAttribute, item },
  };
};
