import { type Constraint, either, given, quoted, schemaGiven } from '../constraint.ts';

/** Exactly one of the names is written. */
export const exactlyOne = (...names: readonly [string, string, ...string[]]): Constraint => ({
  about: 'holds', on: names,
  doc: `Exactly one of ${either(names.map(quoted), 'and')} must be set.`,
  json: { oneOf: names.map(schemaGiven) },
  breach: (values) => {
    const states = names.map((name) => given(values, name));
    const said = states.filter((state) => state === 'given').length;
    if (said > 1) return names[states.lastIndexOf('given')];
    return said === 0 && !states.includes('unknown') ? names[0] : undefined;
  },
});

/** At most one of the names is written. */
export const atMostOne = (...names: readonly [string, string, ...string[]]): Constraint => ({
  about: 'says', on: names,
  doc: `At most one of ${either(names.map(quoted), 'and')} may be set.`,
  json: { not: { anyOf: names.flatMap((a, i) => names.slice(i + 1).map((b) => ({ allOf: [schemaGiven(a), schemaGiven(b)] }))) } },
  breach: (values) => {
    const states = names.map((name) => given(values, name));
    return states.filter((state) => state === 'given').length > 1 ? names[states.lastIndexOf('given')] : undefined;
  },
});
