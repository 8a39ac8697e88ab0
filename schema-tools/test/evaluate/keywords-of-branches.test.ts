import { allDrafts, testKeyword, draftsSince, draftsUntil } from './keyword-cases.ts';

const node = { type: 'object', properties: { value: { type: 'number' }, next: { $ref: '#' } } };

testKeyword('keywords of branches and references', [
  { name: 'allOf: each is told', drafts: allDrafts, schema: { allOf: [{ type: 'number' }, { enum: [1, 2] }] }, valid: [1, 2], invalid: [['x', ['', 'type', '#/allOf/0/type', 'expected a number; found a string'], ['', 'enum', '#/allOf/1/enum', 'expected one of 1, or 2']]] },
  { name: 'anyOf', drafts: allDrafts, schema: { anyOf: [{ type: 'number' }, { minLength: 2 }] }, valid: [1, 'xy', null], invalid: [['x', ['', 'minLength', '#/anyOf/1/minLength', 'expected at least 2 characters; found 1']]] },
  { name: 'oneOf: none fits', drafts: allDrafts, schema: { oneOf: [{ type: 'number' }, { type: 'string' }] }, valid: [1, 'x'], invalid: [[null, ['', 'oneOf', '#/oneOf', 'expected a number, or a string; found null']]] },
  { name: 'oneOf: several fit', drafts: allDrafts, schema: { oneOf: [{ type: 'number' }, { enum: [2, 'y'] }, { type: 'string' }] }, valid: [1, 'x'], invalid: [[2, ['', 'oneOf', '#/oneOf', 'expected exactly one of 3 alternatives; numbers 1 and 2 both fit']]] },
  { name: 'not', drafts: allDrafts, schema: { not: { type: 'number' } }, valid: ['x'], invalid: [[1, ['', 'not', '#/not', 'expected something else: the schema excludes what is here']]] },
  { name: 'not of not', drafts: allDrafts, schema: { not: { not: { type: 'number' } } }, valid: [1], invalid: [['x', ['', 'not', '#/not', 'expected something else: the schema excludes what is here']]] },
  {
    name: 'if, then, else', drafts: draftsSince('draft7'), schema: { if: { type: 'number' }, then: { minimum: 2 }, else: { type: 'string' } }, valid: [2, 'x'],
    invalid: [[1, ['', 'minimum', '#/then/minimum', 'expected a number of at least 2']], [null, ['', 'type', '#/else/type', 'expected a string; found null']]],
  },
  { name: 'if alone, and then or else without if, ask nothing', drafts: draftsSince('draft7'), schema: { properties: { a: { if: { type: 'number' } }, b: { then: false }, c: { else: false } } }, valid: [{ a: 'x', b: 1, c: 1 }], invalid: [] },
  { name: 'if means nothing before draft 7', drafts: ['draft4', 'draft6'], schema: { if: { type: 'number' }, then: { minimum: 2 } }, valid: [1], invalid: [] },
  { name: '$ref to the root: as deep as the instance', drafts: allDrafts, schema: node, valid: [{ next: { next: { value: 1 } } }], invalid: [[{ next: { next: { value: 'x' } } }, ['/next/next/value', 'type', '#/properties/value/type', 'expected a number; found a string']]] },
  { name: '$ref to a definition, by pointer with escapes', drafts: draftsSince('draft2019-09'), schema: { properties: { a: { $ref: '#/$defs/x~1y%25' } }, $defs: { 'x/y%': { type: 'number' } } }, valid: [{ a: 1 }], invalid: [[{ a: 'x' }, ['/a', 'type', '#/$defs/x~1y%25/type', 'expected a number; found a string']]] },
  { name: '$ref to one of definitions, as it was called', drafts: draftsUntil('draft7'), schema: { properties: { a: { $ref: '#/definitions/x' } }, definitions: { x: { type: 'number' } } }, valid: [{ a: 1 }], invalid: [[{ a: 'x' }, ['/a', 'type', '#/definitions/x/type', 'expected a number; found a string']]] },
  { name: '$ref with neighbours', drafts: draftsSince('draft2019-09'), schema: { $ref: '#/$defs/a', minimum: 2, $defs: { a: { type: 'number' } } }, valid: [2], invalid: [[1, ['', 'minimum', '#/minimum', 'expected a number of at least 2']], ['x', ['', 'type', '#/$defs/a/type', 'expected a number; found a string']]] },
  { name: '$anchor', drafts: draftsSince('draft2019-09'), schema: { $ref: '#a', $defs: { x: { $anchor: 'a', type: 'number' } } }, valid: [2], invalid: [['x', ['', 'type', '#/$defs/x/type', 'expected a number; found a string']]] },
  { name: '$id that is a fragment', drafts: ['draft6', 'draft7'], schema: { allOf: [{ $ref: '#a' }], definitions: { x: { $id: '#a', type: 'number' } } }, valid: [2], invalid: [['x', ['', 'type', '#/definitions/x/type', 'expected a number; found a string']]] },
  { name: 'id that is a fragment', drafts: ['draft4'], schema: { allOf: [{ $ref: '#a' }], definitions: { x: { id: '#a', type: 'number' } } }, valid: [2], invalid: [['x', ['', 'type', '#/definitions/x/type', 'expected a number; found a string']]] },
  {
    name: '$recursiveRef means the outermost with the same anchor', drafts: ['draft2019-09'],
    schema: {
      $id: 'schema:///', $recursiveAnchor: true, $ref: 'schema:///tree', unevaluatedProperties: false,
      $defs: { tree: { $id: 'schema:///tree', $recursiveAnchor: true, properties: { value: true, next: { $recursiveRef: '#' } } } },
    },
    valid: [{ next: { value: 1, next: {} } }], invalid: [[{ next: { valeu: 1 } }, ['/next/valeu', 'unevaluatedProperties', '#/unevaluatedProperties', '`valeu` is not allowed here']]],
  },
  {
    name: '$dynamicRef means the outermost with the same anchor', drafts: ['draft2020-12'],
    schema: {
      $id: 'schema:///', $dynamicAnchor: 'node', $ref: 'schema:///tree', unevaluatedProperties: false,
      $defs: { tree: { $id: 'schema:///tree', $dynamicAnchor: 'node', properties: { value: true, next: { $dynamicRef: '#node' } } } },
    },
    valid: [{ next: { value: 1, next: {} } }], invalid: [[{ next: { valeu: 1 } }, ['/next/valeu', 'unevaluatedProperties', '#/unevaluatedProperties', '`valeu` is not allowed here']]],
  },
  { name: '$dynamicRef to what is no dynamic anchor is a reference', drafts: ['draft2020-12'], schema: { $dynamicRef: '#a', $defs: { x: { $anchor: 'a', type: 'number' } } }, valid: [1], invalid: [['x', ['', 'type', '#/$defs/x/type', 'expected a number; found a string']]] },
]);
