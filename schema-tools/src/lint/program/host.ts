/** The extensions that a program supplies to the linter: its provider schemas, and an analysis of files together. */
export type {
  AnalyzedDocument,
  CrossFileAnalysis,
  CrossFileProblem,
  CrossFileRule,
  DocumentFilter,
} from '../cross-file/cross-file-analysis.ts';
export { type BlockKind, type TerraformSchemas, withMetaArguments } from '../find-schema/terraform/terraform-schemas.ts';
export type { LintHost } from './lint-options.ts';
