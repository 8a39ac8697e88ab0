import type { Compiled } from '@slipway/schema-tools/load';
import { problemsOf } from '../../schemas/problems.ts';
import type { Analyzer } from '../analyzer.ts';
import { kindIn } from '../collections.ts';
import { remembered } from '../remembered.ts';
import { documentOf } from '../resource-place.ts';

/** The validator of one kind, by its schemas and by what no schema can say of it. */
export const schemaValidation = (collection: string, schemas: readonly Compiled[]): Analyzer => ({
  name: `schema-validation of ${kindIn(collection)?.kind ?? collection}`, codes: ['IST0106'], about: [collection], needs: [],
  check: remembered((resource) => problemsOf(collection, documentOf(resource), schemas).map(({ pointer, message }) => ({ code: 'IST0106', pointer, message }))),
});
