import type { Attribute, Attributes, Kind } from '../declare/index.ts';
import type { Schema, SchemaAttribute } from '../protocol/server.ts';
import { isFilled, revisionsOf, sentenceOfDefault } from './defaults.ts';

/** What has a schema of its own at the engine. */
export interface Described { readonly doc: string; readonly attributes: Attributes; readonly deprecated?: string | undefined }

type Nested = NonNullable<SchemaAttribute['nested']>;

const nested = (kind: Kind): Nested | undefined => {
  if (kind.members) return { nesting: 'single', attributes: schemaAttributes(kind.members) };
  const members = kind.item?.members;
  return members && kind.collection ? { nesting: kind.collection, attributes: schemaAttributes(members) } : undefined;
};

const schemaAttribute = (attribute: Attribute, isRevision: boolean): SchemaAttribute => {
  const inner = nested(attribute.kind);
  return {
    ...(inner ? { nested: inner } : { type: attribute.kind.type }),
    description: [attribute.doc, sentenceOfDefault(attribute)].filter(Boolean).join(' '),
    ...(attribute.mode === 'required' ? { required: true } : {}),
    ...(attribute.mode === 'optional' ? { optional: true } : {}),
    ...(isFilled(attribute, isRevision) ? { computed: true } : {}),
    ...(attribute.sensitive || attribute.secret ? { sensitive: true } : {}),
    ...(attribute.writeOnly ? { writeOnly: true } : {}),
    ...(attribute.deprecated === undefined ? {} : { deprecated: true, deprecationMessage: attribute.deprecated }),
  };
};

const schemaAttributes = (attributes: Attributes): Schema['attributes'] => {
  const revisions = revisionsOf(attributes);
  return Object.fromEntries(Object.entries(attributes).map(([name, attribute]) => [name, schemaAttribute(attribute, revisions.has(name))]));
};

const made = new WeakMap<Described, Schema>();

/**
 * The schema as the engine reads it (tfplugin6). Everything silence may fill is `computed`; what the service never
 * gives back is `sensitive`. `version` is the state's: as many as there are upgrades. Made once for each declaration: a
 * process that engines reattach to is asked for it by every one of them.
 */
export const providerSchema = (of: Described, version = 0): Schema => {
  const known = made.get(of);
  if (known?.version === version) return known;
  const schema: Schema = {
    version,
    description: of.doc,
    ...(of.deprecated === undefined ? {} : { deprecated: true, deprecationMessage: of.deprecated }),
    attributes: schemaAttributes(of.attributes),
  };
  made.set(of, schema);
  return schema;
};
