import type { Attributes } from '../attribute.ts';
import type { Endpoint } from '../endpoint.ts';
import type { LinkageCodec } from '../wire-location.ts';
import { checkNames, type Resource, type ResourceSpec } from '../resource.ts';

/** A link between two objects: it has no update, so every attribute is immutable. */
export interface Attachment<A extends Attributes = Attributes> extends Resource<A> {
  readonly endpoints: { readonly create: Endpoint; readonly delete: Endpoint; readonly list: Endpoint };
  readonly attachment: {
    /** The attribute in the path, and the one in the body. */
    readonly pathAttribute: keyof A & string;
    readonly bodyAttribute: keyof A & string;
    readonly item: LinkageCodec;
    /** If `list` returns one document: its to-many relationship that contains the right side. */
    readonly relationship?: string;
  };
}

/** `add` and `remove` take `{data: [item]}`; `list` is the list (or, with `relationship`, the document) that shows who is tied. */
export const attachment = <const A extends Attributes>(
  name: string,
  spec: Omit<ResourceSpec<A>, 'key' | 'naturalKey'> &
    Attachment<A>['attachment'] & { readonly add: Endpoint; readonly remove: Endpoint; readonly list: Endpoint },
): Attachment<A> => {
  const { pathAttribute, bodyAttribute, item, relationship, add, remove, list, ...rest } = spec;
  checkNames(name, spec.attributes, spec.constraints);
  return {
    ...rest,
    form: 'resource',
    name,
    key: [pathAttribute, bodyAttribute],
    endpoints: { create: add, delete: remove, list },
    attachment: { pathAttribute, bodyAttribute, item, ...(relationship ? { relationship } : {}) },
  };
};
