export { findSchemas, type SchemaFinders } from './find-schemas.ts';
export { providerSchemaReader } from './block-schemas.ts';
export type { Choice, SchemaSearchResult, ChoiceMethod } from './schema-search-result.ts';
export { SchemaProblem } from './schema-problem.ts';
export { schemaStore, type SchemaStore } from './schema-store.ts';
export type { FindSettings, SchemaTableRow } from './find-settings.ts';
export type { BlockKind, TerraformSchemas } from './terraform/terraform-schemas.ts';
export { withMetaArguments } from './terraform/terraform-schemas.ts';
