import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateExpression } from '../support.ts';

const test = suite('rego builtins: documents and schemas');

/** `type field: description` of what is wrong; undefined where the call is. */
const match = (document: unknown, schema: unknown): unknown => {
  const result = evaluateExpression('json.match_schema(input.document, input.schema)', { input: { document, schema } }) as
    | [boolean, { type: string; error: string }[]]
    | undefined;
  return result && [result[0], ...result[1].map(({ type, error }) => `${type} ${error}`)];
};
const verify = (schema: unknown): unknown => evaluateExpression('json.verify_schema(input)', { input: schema as never });

const person = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', minLength: 2, maxLength: 4 }, age: { type: 'integer', minimum: 0, exclusiveMaximum: 150 } },
  additionalProperties: false,
};
for (const [document, schema, expected] of [
  [{ name: 'Ann', age: 40 }, person, [true]],
  [{}, person, [false, 'required (Root): name is required']],
  [
    { name: 'A', x: 1 },
    person,
    [
      false,
      'additional_property_not_allowed (Root): Additional property x is not allowed',
      'string_gte name: String length must be greater than or equal to 2',
    ],
  ],
  [{ name: 'Annie' }, person, [false, 'string_lte name: String length must be less than or equal to 4']],
  [{ name: 'Ann', age: -1 }, person, [false, 'number_gte age: Must be greater than or equal to 0']],
  [{ name: 'Ann', age: 150 }, person, [false, 'number_lt age: Must be less than 150']],
  [{ name: 'Ann', age: 1.5 }, person, [false, 'invalid_type age: Invalid type. Expected: integer, given: number']],
  [
    { a: null },
    { properties: { a: { type: ['string', 'number'] } } },
    [false, 'invalid_type a: Invalid type. Expected: [string,number], given: null'],
  ],
  [
    { a: [1, 'x', 1] },
    { properties: { a: { items: { type: 'number' }, uniqueItems: true, maxItems: 2 } } },
    [
      false,
      'invalid_type a.1: Invalid type. Expected: number, given: string',
      'array_max_items a: Array must have at most 2 items',
      'unique a: array items[0,2] must be unique',
    ],
  ],
  [
    { a: [1, 2] },
    { properties: { a: { items: [{}], additionalItems: false } } },
    [false, 'array_no_additional_items a: No additional items allowed on array'],
  ],
  [
    { a: [] },
    { properties: { a: { minItems: 1, contains: { const: 1 } } } },
    [false, 'array_min_items a: Array must have at least 1 items', 'contains a: At least one of the items must match'],
  ],
  [
    { a: 'b' },
    { properties: { a: { anyOf: [{ const: 'c' }, { enum: ['d', 1] }] } } },
    [false, 'number_any_of a: Must validate at least one schema (anyOf)', 'const a: a does not match: "c"'],
  ],
  [
    { a: 3 },
    { properties: { a: { oneOf: [{ minimum: 1 }, { maximum: 5 }] } } },
    [false, 'number_one_of a: Must validate one and only one schema (oneOf)'],
  ],
  [
    { a: 3 },
    { properties: { a: { allOf: [{ multipleOf: 2 }], not: { type: 'integer' } } } },
    [
      false,
      'multiple_of a: Must be a multiple of 2',
      'number_all_of a: Must validate all the schemas (allOf)',
      'number_not a: Must not validate the schema (not)',
    ],
  ],
  [{ a: 0.3 }, { properties: { a: { multipleOf: 0.1 } } }, [true]],
  [{ a: 1 }, { dependencies: { a: ['b'], c: ['d'] } }, [false, 'missing_dependency (Root): Has a dependency on b']],
  [
    { a: 1 },
    { if: { required: ['a'] }, then: { required: ['b'] }, else: false },
    [false, 'condition_then (Root): Must validate "then" as "if" was valid', 'required (Root): b is required'],
  ],
  [
    { ab: 1 },
    { patternProperties: { '^a': { type: 'string' } }, propertyNames: { maxLength: 1 } },
    [
      false,
      'invalid_type ab: Invalid type. Expected: string, given: integer',
      'invalid_property_name (Root): Property name of "ab" does not match',
      'string_lte (Root): String length must be less than or equal to 1',
    ],
  ],
  [
    { a: '2020-02-30', b: '::1', c: 'x y' },
    { properties: { a: { format: 'date' }, b: { format: 'ipv6' }, c: { format: 'any-other' } } },
    [false, "format a: Does not match format 'date'"],
  ],
  [
    { a: { a: { a: 1 } } },
    { properties: { a: { $ref: '#' } }, type: 'object' },
    [false, 'invalid_type a.a.a: Invalid type. Expected: object, given: integer'],
  ],
  [
    { a: 1 },
    { properties: { a: { $ref: '#/definitions/t' } }, definitions: { t: { type: 'string' } } },
    [false, 'invalid_type a: Invalid type. Expected: string, given: integer'],
  ],
  // A text that no pattern holds for: Open Policy Agent does not compare patterns.
  [{ a: 'x' }, { properties: { a: { pattern: '^y' } } }, [true]],
  // A schema that leads to itself, and one that is not valid.
  [{ a: 1 }, { $ref: '#' }, undefined],
  [{ a: 1 }, { type: 'text' }, undefined],
] as const)
  test(`json.match_schema ${JSON.stringify([document, schema])}`, () => {
    assert.equal(match(document, schema), expected);
  });

for (const [schema, expected] of [
  [person, [true, null]],
  ['{"type": "array"}', [true, null]],
  [{ type: ['string', 'string'] }, [false, 'jsonschema: string type is duplicated']],
  [{ properties: { a: 1 } }, [false, 'jsonschema: Expected: Valid Schema, given: Invalid JSON']],
  [{ minLength: 2, maxLength: 1 }, [false, 'jsonschema: minLength cannot be greater than maxLength']],
  [{ minItems: -1 }, [false, 'jsonschema: minItems must be greater than or equal to 0']],
  [{ multipleOf: 0 }, [false, 'jsonschema: multipleOf must be strictly greater than 0']],
  [{ required: ['a', 'a'] }, [false, 'jsonschema: required items must be unique']],
  [{ patternProperties: { '(': {} } }, [false, "jsonschema: Invalid regex pattern '('"]],
  [{ $ref: '#/definitions/x' }, [false, "jsonschema: Object has no key 'definitions'"]],
  [{ $ref: 'https://schemas.example/a.json' }, [false, 'jsonschema: remote reference loading disabled: https://schemas.example/a.json']],
] as const)
  test(`json.verify_schema ${JSON.stringify(schema)}`, () => {
    assert.equal(verify(schema), expected);
    assert.equal(evaluateExpression('json.verify_schema(input)', { input: schema as never }), expected);
  });
test.run();
