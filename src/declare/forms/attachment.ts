import type { Attributes } from '../attribute.ts';
import type { Row } from '../endpoint.ts';
import type { Item } from '../place.ts';
import { checkNames, type Resource, type Spec } from '../resource.ts';

/** One thing tied to another: nothing to update, so every attribute is immutable. */
export interface Attachment<A extends Attributes = Attributes> extends Resource<A> {
  readonly endpoints: { readonly create: Row; readonly delete: Row; readonly list: Row };
  readonly attachment: {
    /** The attribute in the path, and the one in the body. */
    readonly left: keyof A & string; readonly right: keyof A & string;
    readonly item: Item;
    /** Where `list` answers one document: the to-many relationship of it that holds the right side. */
    readonly within?: string;
  };
}

/** `add` and `remove` take `{data: [item]}`; `among` is the list (or, with `within`, the document) that shows who is tied. */
export const attachment = <const A extends Attributes>(
  name: string,
  spec: Omit<Spec<A>, 'key' | 'naturalKey'> & Attachment<A>['attachment'] & { readonly add: Row; readonly remove: Row; readonly among: Row },
): Attachment<A> => {
  const { left, right, item, within, add, remove, among, ...rest } = spec;
  checkNames(name, spec.attributes, spec.constraints);
  return {
    ...rest, form: 'resource', name, key: [left, right], endpoints: { create: add, delete: remove, list: among },
    attachment: { left, right, item, ...(within ? { within } : {}) },
  };
};
