/** Schemas as data: subschemas, and references to other schemas. */
export { subschemas, type Subschema } from './compile/subschemas.ts';
export { findReferences, type ExternalReference, type SchemaReferences } from './lint/find-schema/find-references.ts';
