import { allDrafts, testKeyword, draftsSince } from './keyword-cases.ts';

const circle = { properties: { kind: { enum: ['circle'] }, radius: { type: 'number' } }, required: ['kind', 'radius'] };
const square = { properties: { kind: { enum: ['square'] }, side: { type: 'number' } }, required: ['kind', 'side'] };

for (const keyword of ['anyOf', 'oneOf'])
  testKeyword(`the nearest branch of ${keyword}`, [
    {
      name: 'the one whose discriminator is there is told',
      drafts: allDrafts,
      schema: { [keyword]: [circle, square] },
      valid: [
        { kind: 'circle', radius: 1 },
        { kind: 'square', side: 1 },
      ],
      invalid: [
        [{ kind: 'square' }, ['', 'required', `#/${keyword}/1/required`, '`side` is missing']],
        [
          { kind: 'circle', radius: 'x' },
          ['/radius', 'type', `#/${keyword}/0/properties/radius/type`, 'expected a number; found a string'],
        ],
      ],
    },
    {
      name: 'a discriminator that no branch has: what they expect together',
      drafts: allDrafts,
      schema: { [keyword]: [{ properties: { kind: { enum: ['circle'] } } }, { properties: { kind: { enum: ['square', 'box'] } } }] },
      valid: [{ kind: 'box' }],
      invalid: [[{ kind: 'star' }, ['/kind', keyword, `#/${keyword}`, 'expected "circle", or one of "square", or "box"']]],
    },
    {
      name: 'a discriminator by const',
      drafts: draftsSince('draft6'),
      schema: {
        [keyword]: [
          { properties: { kind: { const: 'a' }, x: { type: 'number' } } },
          { properties: { kind: { const: 'b' }, x: { type: 'string' } } },
        ],
      },
      valid: [{ kind: 'a', x: 1 }],
      invalid: [
        [{ kind: 'b', x: 1 }, ['/x', 'type', `#/${keyword}/1/properties/x/type`, 'expected a string; found a number']],
        [{ kind: 'c' }, ['/kind', keyword, `#/${keyword}`, 'expected "a", or "b"']],
      ],
    },
    {
      name: 'types that differ are joined',
      drafts: allDrafts,
      schema: { [keyword]: [{ type: 'string' }, { type: 'array' }, { type: 'null' }] },
      valid: ['x', []],
      invalid: [[1, ['', keyword, `#/${keyword}`, 'expected a string, or a list, or null; found a number']]],
    },
    {
      name: 'types alike are told once',
      drafts: allDrafts,
      schema: {
        [keyword]: [
          { type: 'string', minLength: 5 },
          { type: 'string', maxLength: 1 },
        ],
      },
      valid: ['x'],
      invalid: [[1, ['', keyword, `#/${keyword}`, 'expected a string; found a number']]],
    },
    {
      name: 'a branch of another type is not the one that was meant',
      drafts: allDrafts,
      schema: { [keyword]: [{ type: 'string' }, { type: 'object', properties: { a: { properties: { b: { type: 'number' } } } } }] },
      valid: ['x', {}],
      invalid: [
        [{ a: { b: 'x' } }, ['/a/b', 'type', `#/${keyword}/1/properties/a/properties/b/type`, 'expected a number; found a string']],
      ],
    },
    {
      name: 'every fault of the nearest is told',
      drafts: allDrafts,
      schema: { [keyword]: [{ type: 'string' }, { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } }] },
      valid: ['x', {}],
      invalid: [
        [
          { a: 'x', b: 'y' },
          ['/a', 'type', `#/${keyword}/1/properties/a/type`, 'expected a number; found a string'],
          ['/b', 'type', `#/${keyword}/1/properties/b/type`, 'expected a number; found a string'],
        ],
      ],
    },
    {
      name: 'branches within branches',
      drafts: allDrafts,
      schema: {
        [keyword]: [
          { type: 'string' },
          { type: 'object', properties: { a: { [keyword]: [{ type: 'number' }, { type: 'object', required: ['c'] }] } } },
        ],
      },
      valid: ['x', { a: 1 }, { a: { c: 1 } }],
      invalid: [
        [{ a: {} }, ['/a', 'required', `#/${keyword}/1/properties/a/${keyword}/1/required`, '`c` is missing']],
        [{ a: 'x' }, ['/a', keyword, `#/${keyword}/1/properties/a/${keyword}`, 'expected a number, or an object; found a string']],
      ],
    },
  ]);
