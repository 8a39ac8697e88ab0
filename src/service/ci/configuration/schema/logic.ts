import type { Schema } from './parts.ts';
import { listOf, mapping, text, to } from './parts.ts';

/** A condition: a value, or one statement. */
export const logic: Schema = {
  anyOf: [
    { type: ['string', 'number', 'boolean', 'null'] },
    {
      ...mapping({
        and: { ...listOf(to('logic')), minItems: 1 }, or: { ...listOf(to('logic')), minItems: 1 }, not: to('logic'),
        equal: { type: 'array', minItems: 1 }, matches: mapping({ pattern: text, value: text }, ['pattern', 'value']),
      }),
      minProperties: 1, maxProperties: 1,
    },
  ],
};
