import { type Constraint, joinWords, presenceOf, quoteName, schemaForPresence } from '../constraint.ts';

/** Exactly one of the names is written. */
export const exactlyOneOf = (...names: readonly [string, string, ...string[]]): Constraint => ({
  appliesTo: 'holds',
  paths: names,
  doc: `Exactly one of ${joinWords(names.map(quoteName), 'and')} must be set.`,
  json: { oneOf: names.map(schemaForPresence) },
  findViolation: (values) => {
    const states = names.map((name) => presenceOf(values, name));
    const presentCount = states.filter((state) => state === 'given').length;
    if (presentCount > 1) return names[states.lastIndexOf('given')];
    return presentCount === 0 && !states.includes('unknown') ? names[0] : undefined;
  },
});

/** Allows at most one of the names in a configuration. */
export const atMostOneOf = (...names: readonly [string, string, ...string[]]): Constraint => ({
  appliesTo: 'says',
  paths: names,
  doc: `At most one of ${joinWords(names.map(quoteName), 'and')} may be set.`,
  json: {
    not: { anyOf: names.flatMap((a, i) => names.slice(i + 1).map((b) => ({ allOf: [schemaForPresence(a), schemaForPresence(b)] }))) },
  },
  findViolation: (values) => {
    const states = names.map((name) => presenceOf(values, name));
    return states.filter((state) => state === 'given').length > 1 ? names[states.lastIndexOf('given')] : undefined;
  },
});
