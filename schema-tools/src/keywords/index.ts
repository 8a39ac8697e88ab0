import type { Evaluator } from '../evaluate/evaluation.ts';
import * as arrays from './arrays.ts';
import * as branches from './branches.ts';
import type { KeywordContext, KeywordFactory } from './keyword-context.ts';
import { discriminators } from './discriminators.ts';
import { annotatedFormats, checkedFormats, formats } from './format.ts';
import * as objects from './objects.ts';
import * as references from './references.ts';
import * as scalars from './scalars.ts';

/** Keywords in the order of evaluation: cheap assertions first, applicators afterwards. */
export const adjacentKeywords: readonly KeywordFactory[] = [
  scalars.type,
  scalars.constant,
  scalars.enumeration,
  scalars.minimum,
  scalars.maximum,
  scalars.exclusiveMinimum,
  scalars.exclusiveMaximum,
  scalars.draft4Minimum,
  scalars.draft4Maximum,
  scalars.multipleOf,
  scalars.minLength,
  scalars.maxLength,
  scalars.pattern,
  ...formats,
  discriminators,
  objects.required,
  objects.minProperties,
  objects.maxProperties,
  objects.dependentRequired,
  arrays.minItems,
  arrays.maxItems,
  arrays.uniqueItems,
  objects.propertyNames,
  objects.properties,
  arrays.items,
  arrays.contains,
  arrays.draft6Contains,
  references.ref,
  references.dynamicRef,
  branches.allOf,
  branches.ifThenElse,
  objects.dependentSchemas,
  objects.dependencies,
  branches.not,
  branches.anyOf,
  branches.oneOf,
];

/** Keywords that depend on what others have evaluated. */
export const unevaluatedKeywords: readonly KeywordFactory[] = [objects.unevaluatedProperties, arrays.unevaluatedItems];

/** Keywords the closures evaluate; and those that never fail. A schema that uses another is evaluated by hyperjump. */
const evaluatedKeywords = [
  'type',
  'const',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'draft-04/minimum',
  'draft-04/maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  ...checkedFormats,
  'required',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'minItems',
  'maxItems',
  'uniqueItems',
  'propertyNames',
  'properties',
  'patternProperties',
  'additionalProperties',
  'prefixItems',
  'items',
  'draft-04/items',
  'draft-04/additionalItems',
  'contains',
  'draft-06/contains',
  'ref',
  'draft-2020-12/dynamicRef',
  'allOf',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'draft-04/dependencies',
  'not',
  'anyOf',
  'oneOf',
  'unevaluatedProperties',
  'unevaluatedItems',
];
const annotationKeywords = [
  'definitions',
  'anchor',
  'id',
  'vocabulary',
  'comment',
  'title',
  'description',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'examples',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'minContains',
  'maxContains',
  'draft-04/exclusiveMinimum',
  'draft-04/exclusiveMaximum',
  'draft-04/id',
  'draft-2020-12/dynamicAnchor',
  'draft-2019-09/recursiveAnchor',
  ...annotatedFormats,
  ...['discriminator', 'example', 'externalDocs', 'xml'].map((name) => `https://spec.openapis.org/oas/3.0/keyword/${name}`),
];
const evaluatedKeywordSet: ReadonlySet<string> = new Set(evaluatedKeywords);
const annotationKeywordSet: ReadonlySet<string> = new Set(annotationKeywords);
export const isAnnotationOnly = (keyword: string): boolean => annotationKeywordSet.has(keyword) || keyword.startsWith('unknown#');
export const isSupported = (keyword: string): boolean => evaluatedKeywordSet.has(keyword) || isAnnotationOnly(keyword);

export const createEvaluators = (rows: readonly KeywordFactory[], context: KeywordContext): readonly Evaluator[] =>
  rows.flatMap((make) => make(context) ?? []);
