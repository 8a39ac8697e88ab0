import type { Kind } from '../kind.ts';

const pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** An ISO 8601 moment. `same` lets `…:00Z` and `…:00.000Z` be one: ours is kept. */
export const time: Kind<string> = {
  type: 'string', json: { type: 'string', format: 'date-time', pattern: pattern.source },
  words: 'a time such as 2026-01-31T12:00:00Z',
  accepts: (value) => typeof value === 'string' && pattern.test(value) && !Number.isNaN(Date.parse(value)),
  same: (a, b) => typeof a === 'string' && typeof b === 'string' && Date.parse(a) === Date.parse(b),
};
