import type { AttributeKind } from '../kind.ts';

/** `Date.parse` accepts every text that matches (31 February included), so JSON Schema and validation agree. */
const pattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** An ISO 8601 moment. `same` lets `…:00Z` and `…:00.000Z` be one: ours is kept. */
export const time: AttributeKind<string> = {
  type: 'string',
  json: { type: 'string', format: 'date-time', pattern: pattern.source },
  description: 'a time such as 2026-01-31T12:00:00Z',
  accepts: (value) => typeof value === 'string' && pattern.test(value) && !Number.isNaN(Date.parse(value)),
  isSameValue: (a, b) => typeof a === 'string' && typeof b === 'string' && Date.parse(a) === Date.parse(b),
};
