import type { Compiled } from '@slipway/schema-tools/load';
import { pointerStep } from '../../resources/messages/message-fields.ts';
import { validateDocument } from '../../resources/validate-document.ts';
import type { Analyzer } from '../analyzer.ts';
import { findAnalysisKindByCollection } from '../collections.ts';
import type { DocumentJudge } from '../document-judge.ts';
import { memoizeCheck } from '../memoize-check.ts';
import { toDocument } from '../resource-fields.ts';

/** A name at the top of a document, which the webhook refuses as well. */
const describeUnknownField = (name: string): { readonly pointer: string; readonly message: string } => ({
  pointer: pointerStep(name),
  message: `unknown field ${JSON.stringify(name)}: a document has apiVersion, kind, metadata, spec and status; write it below spec`,
});

/** The validator of one kind: decoding, schemas and rules. */
export const createSchemaAnalyzer = (collection: string, schemas: readonly Compiled[], judge?: DocumentJudge): Analyzer => ({
  name: `schema-validation of ${findAnalysisKindByCollection(collection)?.kind ?? collection}`,
  codes: ['IST0106'],
  collections: [collection],
  requires: [],
  ...memoizeCheck(
    (resource) => ({ violations: validateDocument(collection, toDocument(resource), schemas), deprecations: [] }),
    ({ unknownFields = [] }, { violations }) =>
      [...violations, ...unknownFields.map(describeUnknownField)].map(({ pointer, message }) => ({ code: 'IST0106', pointer, message })),
    judge,
  ),
});
