import type { Attribute, Attributes } from './attribute.ts';

type Entries = readonly (readonly [name: string, attribute: Attribute])[];
const known = new WeakMap<Attributes, Entries>();

/** The entries of declared attributes, listed once: every request with a body is read and judged by all of them. */
export const attributeEntries = (attributes: Attributes): Entries => {
  let entries = known.get(attributes);
  if (!entries) known.set(attributes, (entries = Object.entries(attributes)));
  return entries;
};
