import { type Attribute, type Attributes, withFormerNames } from '../declare/index.ts';
import type { AttributeMeta, ConstructMeta } from './construct-meta-types.ts';
import { canBeComputed, revisionAttributes, describeDefault } from './defaults.ts';

const replacementFacts = (attribute: Attribute): Pick<AttributeMeta, 'replaces'> => {
  if (attribute.pathParameter || attribute.immutable === true) return { replaces: true };
  return attribute.immutable === undefined ? {} : { replaces: attribute.immutable };
};

const attributeMeta = (attribute: Attribute, isRevision: boolean): AttributeMeta => {
  const members = attribute.kind.members ?? attribute.kind.item?.members;
  return {
    mode: attribute.mode,
    ...(attribute.mode !== 'computed' && canBeComputed(attribute, isRevision) ? { filled: true } : {}),
    doc: [attribute.doc, describeDefault(attribute)].filter(Boolean).join(' '),
    type: attribute.kind.description,
    ...(attribute.deprecated === undefined ? {} : { deprecated: attribute.deprecated }),
    ...(attribute.sensitive || attribute.secret ? { sensitive: true } : {}),
    ...(attribute.writeOnly ? { writeOnly: true } : {}),
    ...replacementFacts(attribute),
    ...(members ? { members: membersMeta(members) } : {}),
  };
};

const membersMeta = (attributes: Attributes): ConstructMeta['attributes'] => {
  const revisions = revisionAttributes(attributes);
  return Object.fromEntries(
    Object.entries(withFormerNames(attributes)).map(([name, attribute]) => [name, attributeMeta(attribute, revisions.has(name))]),
  );
};

/** The facts that generated constructs need and Terraform's schema drops on the way to them. */
export const constructMeta = (of: {
  readonly name: string;
  readonly doc: string;
  readonly attributes: Attributes;
  readonly deprecated?: string | undefined;
  readonly constraints?: readonly { readonly doc: string }[];
}): ConstructMeta => ({
  name: of.name,
  doc: of.doc,
  ...(of.deprecated === undefined ? {} : { deprecated: of.deprecated }),
  attributes: membersMeta(of.attributes),
  rules: (of.constraints ?? []).map((constraint) => constraint.doc),
});
