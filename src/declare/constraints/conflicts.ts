import { type Constraint, given, quoted, schemaGiven } from '../constraint.ts';

/** At most one of the two may be written. Points at the second. */
export const conflicts = (a: string, b: string, because?: string): Constraint => ({
  about: 'says', on: [a, b],
  doc: `${quoted(b)} cannot be set together with ${quoted(a)}${because ? `: ${because}` : ''}.`,
  json: { not: { allOf: [schemaGiven(a), schemaGiven(b)] } },
  breach: (values) => (given(values, a) === 'given' && given(values, b) === 'given' ? b : undefined),
});
