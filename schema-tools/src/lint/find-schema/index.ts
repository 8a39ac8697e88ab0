export { findSchemas, type SchemaFinders as Finders } from './find-schemas.ts';
export { providerSchemaReader as providersOnce } from './for-terraform.ts';
export type { Choice, SchemaSearchResult as FoundSchemas, ChoiceMethod as How } from './found.ts';
export { SchemaProblem } from './problem.ts';
export { schemaStore, type SchemaStore } from './schema-store.ts';
export type { FindSettings, SchemaTableRow as TableRow } from './settings.ts';
export type { BlockKind, TerraformSchemas } from './terraform/schemas.ts';
export { withMetaArguments } from './terraform/schemas.ts';
