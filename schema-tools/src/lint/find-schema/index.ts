export { findSchemas, type SchemaFinders as Finders } from './find-schemas.ts';
export { providerSchemaReader as providersOnce } from './block-schemas.ts';
export type { Choice, SchemaSearchResult as FoundSchemas, ChoiceMethod as How } from './schema-search-result.ts';
export { SchemaProblem } from './schema-problem.ts';
export { schemaStore, type SchemaStore } from './schema-store.ts';
export type { FindSettings, SchemaTableRow as TableRow } from './find-settings.ts';
export type { BlockKind, TerraformSchemas } from './terraform/terraform-schemas.ts';
export { withMetaArguments } from './terraform/terraform-schemas.ts';
