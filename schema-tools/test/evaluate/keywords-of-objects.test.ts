import { allDrafts, testKeyword, draftsSince, draftsUntil } from './keyword-cases.ts';

testKeyword('keywords of objects', [
  {
    name: 'required: what is missing is named, own members count alone', drafts: allDrafts, schema: { required: ['a', 'constructor'] }, valid: [{ a: null, constructor: 1 }, 'x', []],
    invalid: [[{ a: 1 }, ['', 'required', '#/required', '`constructor` is missing']], [{}, ['', 'required', '#/required', '`a`, `constructor` are missing']]],
  },
  {
    name: 'minProperties and maxProperties', drafts: allDrafts, schema: { minProperties: 1, maxProperties: 2 }, valid: [{ a: 1 }, { a: 1, b: 2 }, []],
    invalid: [[{}, ['', 'minProperties', '#/minProperties', 'expected at least 1 property; found 0']], [{ a: 1, b: 2, c: 3 }, ['', 'maxProperties', '#/maxProperties', 'expected at most 2 properties; found 3']]],
  },
  {
    name: 'properties', drafts: allDrafts, schema: { properties: { a: { type: 'number' }, 'b/c': { type: 'number' } } }, valid: [{}, { a: 1, x: 'y' }, 'x'],
    invalid: [[{ a: 'x', 'b/c': null }, ['/a', 'type', '#/properties/a/type', 'expected a number; found a string'], ['/b~1c', 'type', '#/properties/b~1c/type', 'expected a number; found null']]],
  },
  {
    name: 'properties of false: that name is not allowed', drafts: draftsSince('draft6'), schema: { properties: { a: false } }, valid: [{}, { b: 1 }], invalid: [[{ a: 1 }, ['/a', 'properties', '#/properties/a', '`a` is not allowed here']]],
  },
  {
    name: 'additionalProperties: what neither a name nor a pattern answers for', drafts: allDrafts, schema: { properties: { a: {} }, patternProperties: { '^x': {} }, additionalProperties: false }, valid: [{}, { a: 1, x1: 2 }],
    invalid: [[{ a: 1, b: 1 }, ['/b', 'additionalProperties', '#/additionalProperties', '`b` is not allowed here']], [{ toString: 1 }, ['/toString', 'additionalProperties', '#/additionalProperties', '`toString` is not allowed here']]],
  },
  { name: 'additionalProperties: as a schema', drafts: allDrafts, schema: { properties: { a: {} }, additionalProperties: { type: 'number' } }, valid: [{ a: 'x', b: 1 }], invalid: [[{ b: 'x' }, ['/b', 'type', '#/additionalProperties/type', 'expected a number; found a string']]] },
  { name: 'additionalProperties: looks at its own neighbours alone', drafts: allDrafts, schema: { allOf: [{ properties: { a: {} } }], additionalProperties: false }, valid: [{}], invalid: [[{ a: 1 }, ['/a', 'additionalProperties', '#/additionalProperties', '`a` is not allowed here']]] },
  {
    name: 'patternProperties: each pattern that fits', drafts: allDrafts, schema: { patternProperties: { '^x': { type: 'number' }, '1$': { minimum: 5 } } }, valid: [{ x1: 5, y: 'z', x: 1 }],
    invalid: [[{ x1: 'z' }, ['/x1', 'type', '#/patternProperties/%5Ex/type', 'expected a number; found a string']], [{ x1: 1 }, ['/x1', 'minimum', '#/patternProperties/1$/minimum', 'expected a number of at least 5']]],
  },
  { name: 'propertyNames: told at the property', drafts: draftsSince('draft6'), schema: { propertyNames: { maxLength: 1 } }, valid: [{ a: 1 }, 'xyz', {}], invalid: [[{ ab: 1 }, ['/ab', 'maxLength', '#/propertyNames/maxLength', 'expected at most 1 character; found 2']]] },
  {
    name: 'dependencies: names and schemas', drafts: draftsUntil('draft7'), schema: { dependencies: { a: ['b', 'c'], d: { properties: { b: { type: 'number' } }, required: ['b'] } } }, valid: [{}, { b: 1 }, { a: 1, b: 1, c: 1 }, { d: 1, b: 1 }, 'x'],
    invalid: [
      [{ a: 1 }, ['', 'dependencies', '#/dependencies', '`a` needs `b`, `c` beside it']], [{ a: 1, b: 1 }, ['', 'dependencies', '#/dependencies', '`a` needs `c` beside it']],
      [{ d: 1 }, ['', 'required', '#/dependencies/d/required', '`b` is missing']], [{ d: 1, b: 'x' }, ['/b', 'type', '#/dependencies/d/properties/b/type', 'expected a number; found a string']],
    ],
  },
  {
    name: 'dependentRequired', drafts: draftsSince('draft2019-09'), schema: { dependentRequired: { a: ['b'], c: ['d', 'e'] } }, valid: [{}, { b: 1 }, { a: 1, b: 1 }, []],
    invalid: [[{ a: 1 }, ['', 'dependentRequired', '#/dependentRequired', '`a` needs `b` beside it']], [{ a: 1, c: 1, d: 1 }, ['', 'dependentRequired', '#/dependentRequired', '`a` needs `b` beside it; `c` needs `e` beside it']]],
  },
  {
    name: 'dependentSchemas', drafts: draftsSince('draft2019-09'), schema: { dependentSchemas: { a: { required: ['b'] }, c: false } }, valid: [{}, { a: 1, b: 2 }, []],
    invalid: [[{ a: 1 }, ['', 'required', '#/dependentSchemas/a/required', '`b` is missing']], [{ c: 1 }, ['', 'dependentSchemas', '#/dependentSchemas/c', 'nothing is allowed here']]],
  },
  {
    name: 'unevaluatedProperties: what no neighbour and no passing branch evaluated', drafts: draftsSince('draft2019-09'),
    schema: { properties: { a: true }, anyOf: [{ properties: { b: { type: 'number' } } }, { properties: { c: true }, required: ['c'] }], unevaluatedProperties: false },
    valid: [{}, { a: 1, b: 1 }, { a: 1, b: 1, c: 1 }, []],
    invalid: [[{ d: 1 }, ['/d', 'unevaluatedProperties', '#/unevaluatedProperties', '`d` is not allowed here']], [{ b: 'x', c: 1 }, ['/b', 'unevaluatedProperties', '#/unevaluatedProperties', '`b` is not allowed here']]],
  },
  {
    name: 'unevaluatedProperties: through references, allOf, if, dependentSchemas and oneOf', drafts: draftsSince('draft2019-09'),
    schema: {
      $ref: '#/$defs/a', allOf: [{ properties: { b: true } }], if: { properties: { c: { const: 1 } }, required: ['c'] }, then: { properties: { d: true } }, else: { properties: { e: true } },
      dependentSchemas: { b: { properties: { f: true } } }, oneOf: [{ required: ['g'], properties: { g: true } }, { not: { required: ['g'] } }], unevaluatedProperties: false, $defs: { a: { properties: { a: true } } },
    },
    valid: [{ a: 1, b: 1, c: 1, d: 1 }, { e: 1 }, { b: 1, f: 1 }, { g: 1 }],
    invalid: [
      [{ c: 1, e: 1 }, ['/e', 'unevaluatedProperties', '#/unevaluatedProperties', '`e` is not allowed here']], [{ d: 1 }, ['/d', 'unevaluatedProperties', '#/unevaluatedProperties', '`d` is not allowed here']],
      [{ c: 2 }, ['/c', 'unevaluatedProperties', '#/unevaluatedProperties', '`c` is not allowed here']], [{ f: 1 }, ['/f', 'unevaluatedProperties', '#/unevaluatedProperties', '`f` is not allowed here']],
    ],
  },
  { name: 'unevaluatedProperties: what was evaluated once is', drafts: draftsSince('draft2019-09'), schema: { allOf: [{ unevaluatedProperties: true }], unevaluatedProperties: false }, valid: [{ a: 1 }], invalid: [] },
  { name: 'unevaluatedProperties: a cousin does not see', drafts: draftsSince('draft2019-09'), schema: { allOf: [{ properties: { a: true } }, { unevaluatedProperties: false }] }, valid: [{}], invalid: [[{ a: 1 }, ['/a', 'unevaluatedProperties', '#/allOf/1/unevaluatedProperties', '`a` is not allowed here']]] },
  { name: 'unevaluatedProperties: in a place that failed already it is not told', drafts: draftsSince('draft2019-09'), schema: { properties: { a: { type: 'number' } }, unevaluatedProperties: false }, valid: [], invalid: [[{ a: 'x', b: 1 }, ['/a', 'type', '#/properties/a/type', 'expected a number; found a string']]] },
  {
    name: 'more than eight properties, with those that hold schemas among them', drafts: allDrafts,
    schema: { properties: { a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: { type: 'object', properties: { x: { type: 'number' } } }, h: {}, i: { type: 'number' } }, additionalProperties: false },
    valid: [{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: { x: 1 }, h: 1, i: 1 }],
    invalid: [[{ g: { x: 'y' }, i: 'z', j: 1 }, ['/g/x', 'type', '#/properties/g/properties/x/type', 'expected a number; found a string'], ['/i', 'type', '#/properties/i/type', 'expected a number; found a string'], ['/j', 'additionalProperties', '#/additionalProperties', '`j` is not allowed here']]],
  },
]);
