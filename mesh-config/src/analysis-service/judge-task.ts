import type { DocumentFindings } from '../analysis/document-judge.ts';
import type { Resource } from '../resources/resource.ts';
import { findDeprecations, validateDocument } from '../resources/validate-document.ts';
import type { KindSchemasAsData, MissingSchemas } from '../validation/reviews/review-task.ts';
import type { Compiled } from '@slipway/schema-tools/load';

/** A document for another thread. */
export interface JudgeTask {
  readonly collection: Resource['collection'];
  readonly document: unknown;
  /** Increases with each change of the schemas. */
  readonly generation: number;
  /** Schemas of CRDs and overlays; omitted if the thread should have those of this generation. */
  readonly schemas?: KindSchemasAsData;
}
export type JudgeResult = DocumentFindings | MissingSchemas;

/** Maximum number of findings per resource and analyzer; see `checkBudget`. */
const mostFindings = 1001;

export const judgeDocumentOf = ({ collection, document }: JudgeTask, schemas: readonly Compiled[]): DocumentFindings => ({
  violations: validateDocument(collection, document, schemas).slice(0, mostFindings),
  deprecations: findDeprecations(collection, document, schemas)
    .slice(0, mostFindings)
    .map(({ pointer, message }) => ({ pointer, message })),
});
