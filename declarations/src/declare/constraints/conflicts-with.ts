import { type Constraint, presenceOf, quoteName, schemaForPresence } from '../constraint.ts';

/** At most one of the two may be set. Reports the second. */
export const conflictsWith = (a: string, b: string, because?: string): Constraint => ({
  appliesTo: 'says',
  paths: [a, b],
  doc: `${quoteName(b)} cannot be set together with ${quoteName(a)}${because ? `: ${because}` : ''}.`,
  json: { not: { allOf: [schemaForPresence(a), schemaForPresence(b)] } },
  findViolation: (values) => (presenceOf(values, a) === 'given' && presenceOf(values, b) === 'given' ? b : undefined),
});
