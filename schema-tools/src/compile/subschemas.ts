import { isObject, type JsonObject } from '../json.ts';

const schemaKeywords = [
  'additionalProperties',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contentSchema',
  'additionalItems',
  'items',
];
const listKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items', 'conditional'];
const tableKeywords = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'dependencies'];

export interface Subschema {
  readonly steps: readonly (string | number)[];
  readonly schema: JsonObject;
}

/** The locations of subschemas in a schema object, in any dialect. Values that are not schema objects are left out. */
export function* subschemas(schema: JsonObject): Generator<Subschema> {
  const said = (keyword: string): unknown => (Object.hasOwn(schema, keyword) ? schema[keyword] : undefined);
  for (const keyword of schemaKeywords) {
    const inner = said(keyword);
    if (isObject(inner)) yield { steps: [keyword], schema: inner };
  }
  for (const keyword of listKeywords) {
    const list = said(keyword);
    if (Array.isArray(list))
      for (const [index, inner] of list.entries()) if (isObject(inner)) yield { steps: [keyword, index], schema: inner };
  }
  for (const keyword of tableKeywords) {
    const table = said(keyword);
    if (isObject(table))
      for (const [name, inner] of Object.entries(table)) if (isObject(inner)) yield { steps: [keyword, name], schema: inner };
  }
}
