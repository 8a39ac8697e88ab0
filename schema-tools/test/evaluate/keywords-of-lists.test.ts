import { allDrafts, testKeyword, draftsSince, draftsUntil } from './keyword-cases.ts';

testKeyword('keywords of lists', [
  {
    name: 'minItems and maxItems',
    drafts: allDrafts,
    schema: { minItems: 1, maxItems: 2 },
    valid: [[1], [1, 2], {}, 'x'],
    invalid: [
      [[], ['', 'minItems', '#/minItems', 'expected at least 1 item; found 0']],
      [
        [1, 2, 3],
        ['', 'maxItems', '#/maxItems', 'expected at most 2 items; found 3'],
      ],
    ],
  },
  {
    name: 'uniqueItems: equal as JSON is',
    drafts: allDrafts,
    schema: { uniqueItems: true },
    valid: [[1, '1', true, null, [1], { a: 1 }, 'null', [[1]]], {}, []],
    invalid: [
      [
        [1, 2, 1],
        ['', 'uniqueItems', '#/uniqueItems', 'expected items that all differ; item 2 repeats an earlier one'],
      ],
      [
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        ['', 'uniqueItems', '#/uniqueItems', 'expected items that all differ; item 1 repeats an earlier one'],
      ],
      [
        [[1], [1]],
        ['', 'uniqueItems', '#/uniqueItems', 'expected items that all differ; item 1 repeats an earlier one'],
      ],
    ],
  },
  { name: 'uniqueItems of false', drafts: allDrafts, schema: { uniqueItems: false }, valid: [[1, 1]], invalid: [] },
  {
    name: 'items: one schema for all',
    drafts: allDrafts,
    schema: { items: { type: 'number' } },
    valid: [[], [1, 2], 'x', {}],
    invalid: [
      [
        [1, 'x', null],
        ['/1', 'type', '#/items/type', 'expected a number; found a string'],
        ['/2', 'type', '#/items/type', 'expected a number; found null'],
      ],
    ],
  },
  {
    name: 'items of false: an empty list',
    drafts: draftsSince('draft6'),
    schema: { items: false },
    valid: [[]],
    invalid: [[[1], ['/0', 'items', '#/items', 'nothing is allowed here']]],
  },
  {
    name: 'items and additionalItems: by place, and the rest',
    drafts: draftsUntil('draft2019-09'),
    schema: { items: [{ type: 'string' }, { type: 'number' }], additionalItems: { type: 'null' } },
    valid: [[], ['x'], ['x', 1, null, null]],
    invalid: [
      [
        [1, 'x', 1],
        ['/0', 'type', '#/items/0/type', 'expected a string; found a number'],
        ['/1', 'type', '#/items/1/type', 'expected a number; found a string'],
        ['/2', 'type', '#/additionalItems/type', 'expected null; found a number'],
      ],
    ],
  },
  {
    name: 'additionalItems says nothing beside one schema for all, or none',
    drafts: draftsUntil('draft2019-09'),
    schema: { properties: { a: { items: {}, additionalItems: false }, b: { additionalItems: false } } },
    valid: [{ a: [1, 2], b: [1] }],
    invalid: [],
  },
  {
    name: 'prefixItems and items',
    drafts: draftsSince('draft2020-12'),
    schema: { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
    valid: [[], ['x'], ['x', 1, 2]],
    invalid: [
      [[1], ['/0', 'type', '#/prefixItems/0/type', 'expected a string; found a number']],
      [
        ['x', 'y'],
        ['/1', 'type', '#/items/type', 'expected a number; found a string'],
      ],
    ],
  },
  {
    name: 'prefixItems alone leaves the rest free',
    drafts: draftsSince('draft2020-12'),
    schema: { prefixItems: [true, false] },
    valid: [[], [1]],
    invalid: [
      [
        [1, 2, 3],
        ['/1', 'prefixItems', '#/prefixItems/1', 'nothing is allowed here'],
      ],
    ],
  },
  {
    name: 'additionalItems and a list of items mean nothing since 2020-12',
    drafts: ['draft2020-12'],
    schema: { prefixItems: [true], additionalItems: false },
    valid: [[1, 2]],
    invalid: [],
  },
  {
    name: 'contains',
    drafts: draftsSince('draft6'),
    schema: { contains: { const: 1 } },
    valid: [[0, 1], [1], {}, 'x'],
    invalid: [
      [[], ['', 'contains', '#/contains', 'expected at least 1 item matching `contains` of the schema; found 0']],
      [[0], ['', 'contains', '#/contains', 'expected at least 1 item matching `contains` of the schema; found 0']],
    ],
  },
  {
    name: 'minContains and maxContains',
    drafts: draftsSince('draft2019-09'),
    schema: { contains: { const: 1 }, minContains: 2, maxContains: 3 },
    valid: [[1, 1], [1, 0, 1, 1], 'x'],
    invalid: [
      [
        [1, 0],
        ['', 'contains', '#/contains', 'expected at least 2 items matching `contains` of the schema; found 1'],
      ],
      [
        [1, 1, 1, 1],
        ['', 'contains', '#/contains', 'expected at most 3 items matching `contains` of the schema; found 4'],
      ],
    ],
  },
  {
    name: 'minContains of 0, and either without contains',
    drafts: draftsSince('draft2019-09'),
    schema: { properties: { a: { contains: { const: 1 }, minContains: 0 }, b: { minContains: 5, maxContains: 0 } } },
    valid: [{ a: [], b: [1] }, { a: [2] }],
    invalid: [],
  },
  {
    name: 'minContains means nothing before 2019-09',
    drafts: ['draft6', 'draft7'],
    schema: { contains: { const: 1 }, minContains: 2 },
    valid: [[1]],
    invalid: [],
  },
  {
    name: 'unevaluatedItems: what a prefix leaves',
    drafts: draftsSince('draft2020-12'),
    schema: { prefixItems: [true], allOf: [{ prefixItems: [true, { type: 'string' }] }], unevaluatedItems: false },
    valid: [[1, 'x'], [], {}],
    invalid: [
      [
        [1, 'x', 2],
        ['/2', 'unevaluatedItems', '#/unevaluatedItems', 'nothing is allowed here'],
      ],
    ],
  },
  {
    name: 'unevaluatedItems: what contains finds is evaluated',
    drafts: draftsSince('draft2020-12'),
    schema: { contains: { type: 'string' }, unevaluatedItems: { type: 'number' } },
    valid: [['x', 1, 'y']],
    invalid: [
      [
        ['x', null],
        ['/1', 'type', '#/unevaluatedItems/type', 'expected a number; found null'],
      ],
    ],
  },
  {
    name: 'unevaluatedItems: what a list of items leaves',
    drafts: ['draft2019-09'],
    schema: { items: [true], anyOf: [{ items: [true, { const: 2 }] }, true], unevaluatedItems: false },
    valid: [[1], [1, 2]],
    invalid: [
      [
        [1, 3],
        ['/1', 'unevaluatedItems', '#/unevaluatedItems', 'nothing is allowed here'],
      ],
    ],
  },
  {
    name: 'unevaluatedItems: items evaluates all',
    drafts: draftsSince('draft2019-09'),
    schema: { allOf: [{ items: true }], unevaluatedItems: false },
    valid: [[1, 2]],
    invalid: [],
  },
]);
