import type { Attribute, Attributes } from '../declare/index.ts';
import { isFilled, revisionsOf, sentenceOfDefault } from './defaults.ts';

/** What the engine's schema, as code generators read it, does not tell of an attribute. All of it is JSON. */
export interface AttributeMeta {
  readonly mode: 'required' | 'optional' | 'computed';
  /** Silence may be filled in: by a default, by the service, by the provider. */
  readonly filled?: true;
  readonly doc: string;
  /** In words: "one of "remote", "local", "agent"". */
  readonly type: string;
  readonly deprecated?: string;
  readonly sensitive?: true;
  readonly writeOnly?: true;
  /** A change replaces the object; `from`: only a change away from that value. */
  readonly replaces?: true | { readonly from: unknown };
  readonly members?: { readonly [name: string]: AttributeMeta };
}

export interface ConstructMeta {
  readonly name: string;
  readonly doc: string;
  readonly deprecated?: string;
  readonly attributes: { readonly [name: string]: AttributeMeta };
  /** The sentences of the rules between attributes. */
  readonly rules: readonly string[];
}

const replaces = (attribute: Attribute): Pick<AttributeMeta, 'replaces'> => {
  if (attribute.address || attribute.immutable === true) return { replaces: true };
  return attribute.immutable === undefined ? {} : { replaces: { from: attribute.immutable.from } };
};

const attributeMeta = (attribute: Attribute, isRevision: boolean): AttributeMeta => {
  const members = attribute.kind.members ?? attribute.kind.item?.members;
  return {
    mode: attribute.mode,
    ...(attribute.mode !== 'computed' && isFilled(attribute, isRevision) ? { filled: true } : {}),
    doc: [attribute.doc, sentenceOfDefault(attribute)].filter(Boolean).join(' '),
    type: attribute.kind.words,
    ...(attribute.deprecated === undefined ? {} : { deprecated: attribute.deprecated }),
    ...(attribute.sensitive || attribute.secret ? { sensitive: true } : {}),
    ...(attribute.writeOnly ? { writeOnly: true } : {}),
    ...replaces(attribute),
    ...(members ? { members: membersMeta(members) } : {}),
  };
};

const membersMeta = (attributes: Attributes): ConstructMeta['attributes'] => {
  const revisions = revisionsOf(attributes);
  return Object.fromEntries(Object.entries(attributes).map(([name, attribute]) => [name, attributeMeta(attribute, revisions.has(name))]));
};

/** The facts that generated constructs need and Terraform's schema drops on the way to them. */
export const constructMeta = (of: {
  readonly name: string; readonly doc: string; readonly attributes: Attributes; readonly deprecated?: string | undefined;
  readonly constraints?: readonly { readonly doc: string }[];
}): ConstructMeta => ({
  name: of.name,
  doc: of.doc,
  ...(of.deprecated === undefined ? {} : { deprecated: of.deprecated }),
  attributes: membersMeta(of.attributes),
  rules: (of.constraints ?? []).map((constraint) => constraint.doc),
});
