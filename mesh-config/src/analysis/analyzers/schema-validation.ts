import type { Compiled } from '@slipway/schema-tools/load';
import { validateDocument } from '../../resources/validate-document.ts';
import type { Analyzer } from '../analyzer.ts';
import { findAnalysisKindByCollection } from '../collections.ts';
import type { DocumentJudge } from '../document-judge.ts';
import { memoizeCheck } from '../memoize-check.ts';
import { toDocument } from '../resource-fields.ts';

/** The validator of one kind: decoding, schemas and rules. */
export const createSchemaAnalyzer = (collection: string, schemas: readonly Compiled[], judge?: DocumentJudge): Analyzer => ({
  name: `schema-validation of ${findAnalysisKindByCollection(collection)?.kind ?? collection}`,
  codes: ['IST0106'],
  collections: [collection],
  requires: [],
  ...memoizeCheck(
    (resource) => ({ violations: validateDocument(collection, toDocument(resource), schemas), deprecations: [] }),
    (_, { violations }) => violations.map(({ pointer, message }) => ({ code: 'IST0106', pointer, message })),
    judge,
  ),
});
