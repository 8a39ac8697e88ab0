import { allDrafts, testKeyword, draftsSince } from './keyword-cases.ts';

testKeyword('keywords of scalars', [
  { name: 'the schema true, and an empty one, take everything', drafts: draftsSince('draft6'), schema: true, valid: [1, null, {}, [], ''], invalid: [] },
  { name: 'an empty schema takes everything', drafts: allDrafts, schema: {}, valid: [1, null, {}, [], ''], invalid: [] },
  { name: 'the schema false takes nothing', drafts: draftsSince('draft6'), schema: false, valid: [], invalid: [[1, ['', '', '#', 'nothing is allowed here']], [null, ['', '', '#', 'nothing is allowed here']]] },
  {
    name: 'type: a whole number may be written with a fraction of nothing', drafts: allDrafts, schema: { type: 'integer' }, valid: [1, 1.0, -3, 1e3],
    invalid: [[1.5, ['', 'type', '#/type', 'expected a whole number; found a number']], ['1', ['', 'type', '#/type', 'expected a whole number; found a string']]],
  },
  {
    name: 'type: each has words of its own', drafts: allDrafts, valid: [{}],
    schema: { properties: { nul: { type: 'null' }, bool: { type: 'boolean' }, num: { type: 'number' }, str: { type: 'string' }, list: { type: 'array' }, obj: { type: 'object' } } },
    invalid: [[{ nul: false, bool: null, num: 'x', str: 1, list: {}, obj: [] },
      ['/nul', 'type', '#/properties/nul/type', 'expected null; found false'],
      ['/bool', 'type', '#/properties/bool/type', 'expected true or false; found null'],
      ['/num', 'type', '#/properties/num/type', 'expected a number; found a string'],
      ['/str', 'type', '#/properties/str/type', 'expected a string; found a number'],
      ['/list', 'type', '#/properties/list/type', 'expected a list; found an object'],
      ['/obj', 'type', '#/properties/obj/type', 'expected an object; found a list']]],
  },
  {
    name: 'type: any of several', drafts: allDrafts, schema: { type: ['null', 'array', 'string'] }, valid: [null, [], ''],
    invalid: [[{}, ['', 'type', '#/type', 'expected null, or a list, or a string; found an object']], [0, ['', 'type', '#/type', 'expected null, or a list, or a string; found a number']]],
  },
  {
    name: 'const: equal as JSON is, in whatever order of members', drafts: draftsSince('draft6'), schema: { const: { a: [1, 2], b: null } }, valid: [{ b: null, a: [1, 2] }, { a: [1.0, 2], b: null }],
    invalid: [
      [{ a: [2, 1], b: null }, ['', 'const', '#/const', 'expected {"a":[1,2],"b":null}']], [{ a: [1, 2] }, ['', 'const', '#/const', 'expected {"a":[1,2],"b":null}']],
      ['{"a":[1,2],"b":null}', ['', 'const', '#/const', 'expected {"a":[1,2],"b":null}']],
    ],
  },
  { name: 'const: 0 is no false, 1 no true, null no absence', drafts: draftsSince('draft6'), schema: { properties: { a: { const: false }, b: { const: 1 }, c: { const: null } } }, valid: [{ a: false, b: 1, c: null }, {}], invalid: [
    [{ a: 0 }, ['/a', 'const', '#/properties/a/const', 'expected false']], [{ b: true }, ['/b', 'const', '#/properties/b/const', 'expected 1']], [{ c: '' }, ['/c', 'const', '#/properties/c/const', 'expected null']],
  ] },
  {
    name: 'enum: one of several, told with all of them', drafts: allDrafts, schema: { enum: [1, 'x', null, [1]] }, valid: [1, 'x', null, [1]],
    invalid: [['1', ['', 'enum', '#/enum', 'expected one of 1, or "x", or null, or [1]']], [[2], ['', 'enum', '#/enum', 'expected one of 1, or "x", or null, or [1]']], [{}, ['', 'enum', '#/enum', 'expected one of 1, or "x", or null, or [1]']]],
  },
  { name: 'enum: one alone', drafts: allDrafts, schema: { enum: ['x'] }, valid: ['x'], invalid: [['y', ['', 'enum', '#/enum', 'expected "x"']]] },
  {
    name: 'enum: of many, the first twelve are told', drafts: allDrafts, schema: { enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm'] }, valid: ['m'],
    invalid: [['n', ['', 'enum', '#/enum', 'expected one of "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", … (13 in all)']]],
  },
  {
    name: 'minimum and maximum include the limit', drafts: allDrafts, schema: { minimum: 1, maximum: 3 }, valid: [1, 2, 3, 'x', null],
    invalid: [[0.9, ['', 'minimum', '#/minimum', 'expected a number of at least 1']], [3.1, ['', 'maximum', '#/maximum', 'expected a number of at most 3']]],
  },
  {
    name: 'exclusiveMinimum and exclusiveMaximum do not', drafts: draftsSince('draft6'), schema: { exclusiveMinimum: 1, exclusiveMaximum: 3 }, valid: [1.01, 2, 'x'],
    invalid: [[1, ['', 'exclusiveMinimum', '#/exclusiveMinimum', 'expected a number above 1']], [3, ['', 'exclusiveMaximum', '#/exclusiveMaximum', 'expected a number below 3']]],
  },
  {
    name: 'exclusiveMinimum and exclusiveMaximum as words beside the limit', drafts: ['draft4'], schema: { minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: true }, valid: [1.01, 2, 'x'],
    invalid: [[1, ['', 'minimum', '#/minimum', 'expected a number above 1']], [3, ['', 'maximum', '#/maximum', 'expected a number below 3']]],
  },
  { name: 'exclusiveMinimum and exclusiveMaximum of false change nothing', drafts: ['draft4'], schema: { minimum: 1, exclusiveMinimum: false, maximum: 3, exclusiveMaximum: false }, valid: [1, 3], invalid: [
    [0, ['', 'minimum', '#/minimum', 'expected a number of at least 1']], [4, ['', 'maximum', '#/maximum', 'expected a number of at most 3']],
  ] },
  { name: 'multipleOf bears decimal fractions', drafts: allDrafts, schema: { multipleOf: 0.01 }, valid: [0.07, 4.02, 0, -0.03, 19.99, 'x'], invalid: [[0.075, ['', 'multipleOf', '#/multipleOf', 'expected a multiple of 0.01']]] },
  {
    name: 'minLength and maxLength count characters, not code units', drafts: allDrafts, schema: { minLength: 2, maxLength: 3 }, valid: ['ab', '🚢🚢', '🚢🚢🚢', 5, []],
    invalid: [['a', ['', 'minLength', '#/minLength', 'expected at least 2 characters; found 1']], ['🚢', ['', 'minLength', '#/minLength', 'expected at least 2 characters; found 1']], ['🚢🚢🚢🚢', ['', 'maxLength', '#/maxLength', 'expected at most 3 characters; found 4']]],
  },
  { name: 'minLength 1: not empty', drafts: allDrafts, schema: { minLength: 1 }, valid: [' '], invalid: [['', ['', 'minLength', '#/minLength', 'expected a text that is not empty']]] },
  { name: 'maxLength of one, and of none', drafts: allDrafts, schema: { properties: { a: { maxLength: 1 }, b: { maxLength: 0 } } }, valid: [{ a: 'x', b: '' }], invalid: [
    [{ a: 'xy', b: 'z' }, ['/a', 'maxLength', '#/properties/a/maxLength', 'expected at most 1 character; found 2'], ['/b', 'maxLength', '#/properties/b/maxLength', 'expected at most 0 characters; found 1']],
  ] },
  { name: 'pattern is looked for anywhere, by characters', drafts: allDrafts, schema: { pattern: '^\\p{Letter}+.$' }, valid: ['é🚢', 5, 'ab'], invalid: [['1a', ['', 'pattern', '#/pattern', 'expected a text that matches ^\\p{Letter}+.$']]] },
  { name: 'format says what a text is for, and refuses nothing', drafts: allDrafts.filter((draft) => draft !== 'v1'), schema: { format: 'date' }, valid: ['no date', 5], invalid: [] },
  { name: 'content keywords and descriptions refuse nothing', drafts: draftsSince('draft7'), schema: { contentMediaType: 'application/json', contentEncoding: 'base64', title: 't', description: 'd', default: 1, examples: [2], readOnly: true, writeOnly: true, $comment: 'c' }, valid: ['{', 5], invalid: [] },
  { name: 'contentSchema is not asked', drafts: draftsSince('draft2019-09'), schema: { contentMediaType: 'application/json', contentSchema: false }, valid: ['{}', 5], invalid: [] },
]);
