import type { Attributes } from '../attribute.ts';
import type { Endpoint } from '../endpoint.ts';
import type { LinkageCodec } from '../wire-location.ts';
import { checkNames, type Resource, type ResourceSpec } from '../resource.ts';

/** All that is tied to one thing, said at once; deleting it says "nobody". */
export interface ExclusiveList<A extends Attributes = Attributes> extends Resource<A> {
  readonly endpoints: { readonly create: Endpoint; readonly update: Endpoint; readonly delete: Endpoint; readonly list: Endpoint };
  readonly wholeList: {
    readonly pathAttribute: keyof A & string;
    readonly elementsAttribute: keyof A & string;
    readonly item: LinkageCodec;
  };
}

export const exclusiveList = <const A extends Attributes>(
  name: string,
  spec: Omit<ResourceSpec<A>, 'key' | 'naturalKey'> &
    ExclusiveList<A>['wholeList'] & { readonly replace: Endpoint; readonly among: Endpoint },
): ExclusiveList<A> => {
  const { pathAttribute: of, elementsAttribute: ids, item, replace, among, ...rest } = spec;
  checkNames(name, spec.attributes, spec.constraints);
  return {
    ...rest,
    form: 'resource',
    name,
    key: [of],
    endpoints: { create: replace, update: replace, delete: replace, list: among },
    wholeList: { pathAttribute: of, elementsAttribute: ids, item },
  };
};
