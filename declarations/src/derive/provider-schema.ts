import { type Attribute, type Attributes, type AttributeKind, withFormerNames } from '../declare/index.ts';
import type { BlockSchema, SchemaAttribute } from '../block-schema.ts';
import { canBeComputed, revisionAttributes, describeDefault } from './defaults.ts';

/** The declarations that have their own schema at the engine. */
export interface SchemaSubject {
  readonly doc: string;
  readonly attributes: Attributes;
  readonly deprecated?: string | undefined;
}

type Nested = NonNullable<SchemaAttribute['nested']>;

const nestedSchema = (kind: AttributeKind): Nested | undefined => {
  if (kind.members) return { nesting: 'single', attributes: schemaAttributes(kind.members) };
  const members = kind.item?.members;
  return members && kind.collection ? { nesting: kind.collection, attributes: schemaAttributes(members) } : undefined;
};

const schemaAttribute = (attribute: Attribute, isRevision: boolean): SchemaAttribute => {
  const inner = nestedSchema(attribute.kind);
  return {
    ...(inner ? { nested: inner } : { type: attribute.kind.type }),
    description: [attribute.doc, describeDefault(attribute)].filter(Boolean).join(' '),
    ...(attribute.mode === 'required' ? { required: true } : {}),
    ...(attribute.mode === 'optional' ? { optional: true } : {}),
    ...(canBeComputed(attribute, isRevision) ? { computed: true } : {}),
    ...(attribute.sensitive || attribute.secret ? { sensitive: true } : {}),
    ...(attribute.writeOnly ? { writeOnly: true } : {}),
    ...(attribute.deprecated === undefined ? {} : { deprecated: true, deprecationMessage: attribute.deprecated }),
  };
};

const schemaAttributes = (attributes: Attributes): BlockSchema['attributes'] => {
  const revisions = revisionAttributes(attributes);
  return Object.fromEntries(
    Object.entries(withFormerNames(attributes)).map(([name, attribute]) => [name, schemaAttribute(attribute, revisions.has(name))]),
  );
};

const schemas = new WeakMap<SchemaSubject, BlockSchema>();

/**
 * The schema as the engine reads it (tfplugin6). Everything silence may fill is `computed`; what the service never
 * gives back is `sensitive`. `version` is the state's: as many as there are upgrades. Made once for each declaration: a
 * process that engines reattach to is asked for it by every one of them.
 */
export const providerSchema = (of: SchemaSubject, version = 0): BlockSchema => {
  const known = schemas.get(of);
  if (known?.version === version) return known;
  const schema: BlockSchema = {
    version,
    description: of.doc,
    ...(of.deprecated === undefined ? {} : { deprecated: true, deprecationMessage: of.deprecated }),
    attributes: schemaAttributes(of.attributes),
  };
  schemas.set(of, schema);
  return schema;
};
