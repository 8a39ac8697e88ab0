export { findSchemas, type Finders } from './find-schemas.ts';
export { providersOnce } from './for-terraform.ts';
export type { Choice, FoundSchemas, How } from './found.ts';
export { SchemaProblem } from './problem.ts';
export { schemaStore, type SchemaStore } from './schema-store.ts';
export type { FindSettings, TableRow } from './settings.ts';
export type { BlockKind, TerraformSchemas } from './terraform/schemas.ts';
export { withMetaArguments } from './terraform/schemas.ts';
