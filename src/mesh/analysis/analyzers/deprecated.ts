import type { Compiled } from '@slipway/schema-tools/load';
import { fieldPath } from '../../../../schema-tools/src/admission/field-path.ts';
import { deprecationsIn } from '../../schemas/problems.ts';
import type { Analyzer } from '../analyzer.ts';
import { kindIn } from '../collections.ts';
import { remembered } from '../remembered.ts';
import { documentOf } from '../resource-place.ts';

/** What is deprecated, found by evaluating the schemas of the kinds, never from a list of names. */
export const deprecated = (schemas: ReadonlyMap<string, readonly Compiled[]>): Analyzer => ({
  name: 'deprecated', codes: ['IST0002'], about: [...schemas.keys()], needs: [],
  check: remembered((resource) => {
    const document = documentOf(resource);
    return deprecationsIn(document, schemas.get(resource.collection) ?? []).map(({ pointer, message }) => ({
      code: 'IST0002', pointer, message: `${pointer === '' ? kindIn(resource.collection)?.kind ?? 'This kind' : fieldPath(document, pointer)} is deprecated: ${message}`,
    }));
  }),
});
