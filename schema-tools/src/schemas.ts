/** Schemas as data: the subschemas that a schema holds, and the other schemas that it refers to. */
export { subschemas, type Subschema } from './compile/subschemas.ts';
export { findReferences, type ExternalReference, type SchemaReferences } from './lint/find-schema/find-references.ts';
