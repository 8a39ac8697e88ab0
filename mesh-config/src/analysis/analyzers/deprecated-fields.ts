import type { Compiled } from '@slipway/schema-tools/load';
import { fieldPath } from '@slipway/schema-tools/admission';
import { findDeprecations } from '../../resources/validate-document.ts';
import type { Analyzer } from '../analyzer.ts';
import { findAnalysisKindByCollection } from '../collections.ts';
import type { DocumentJudge } from '../document-judge.ts';
import { memoizeCheck } from '../memoize-check.ts';
import { toDocument } from '../resource-fields.ts';

/** Deprecated kinds and fields, found by evaluating the schemas of the kinds rather than from a list of names. */
export const createDeprecatedFieldsAnalyzer = (schemas: ReadonlyMap<string, readonly Compiled[]>, judge?: DocumentJudge): Analyzer => ({
  name: 'deprecated',
  codes: ['IST0002'],
  collections: [...schemas.keys()],
  requires: [],
  ...memoizeCheck(
    (resource) => ({
      violations: [],
      deprecations: findDeprecations(resource.collection, toDocument(resource), schemas.get(resource.collection) ?? []),
    }),
    (resource, { deprecations }) =>
      deprecations.map(({ pointer, message }) => ({
        code: 'IST0002',
        pointer,
        message:
          (pointer === ''
            ? (findAnalysisKindByCollection(resource.collection)?.kind ?? 'This kind')
            : fieldPath(toDocument(resource), pointer)) + ` is deprecated: ${message}`,
      })),
    judge,
  ),
});
