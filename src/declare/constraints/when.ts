import { at, type Constraint, either, given, quoted, schemaAt, schemaGiven, spelled } from '../constraint.ts';
import { isUnknown, type Values } from '../values.ts';

type Scalar = string | number | boolean;

/** `when(a)` holds when `a` is written; `when(a, 'x', 'y')` when it is one of these. */
export const when = (a: string, ...words: readonly Scalar[]) => {
  const condition = words.length === 0 ? schemaGiven(a) : schemaAt(a, { enum: words });
  const clause = words.length === 0 ? `${quoted(a)} is set` : `${quoted(a)} is ${either(words.map(spelled), 'or')}`;
  const holds = (values: Values): boolean => {
    const value = at(values, a);
    return words.length === 0 ? given(values, a) === 'given' : !isUnknown(value) && words.includes(value as Scalar);
  };
  return {
    needs: (b: string, because?: string): Constraint => ({
      about: 'holds', on: [a, b],
      doc: `${quoted(b)} is required when ${clause}${because ? `: ${because}` : ''}.`,
      json: { if: condition, then: schemaGiven(b) },
      breach: (values) => (holds(values) && given(values, b) === 'absent' ? b : undefined),
    }),
    needsOneOf: (...names: readonly string[]): Constraint => ({
      about: 'holds', on: [a, ...names],
      doc: `One of ${either(names.map(quoted), 'or')} is required when ${clause}.`,
      json: { if: condition, then: { anyOf: names.map(schemaGiven) } },
      breach: (values) => (holds(values) && names.every((name) => given(values, name) === 'absent') ? names[0] : undefined),
    }),
    forbids: (b: string, because?: string): Constraint => ({
      about: 'says', on: [a, b],
      doc: `${quoted(b)} cannot be set when ${clause}${because ? `: ${because}` : ''}.`,
      json: { if: condition, then: { not: schemaGiven(b) } },
      breach: (values) => (holds(values) && given(values, b) === 'given' ? b : undefined),
    }),
    /** `b` may only be one of the values given. */
    allowsOnly: (b: string, ...allowed: readonly Scalar[]): Constraint => ({
      about: 'holds', on: [a, b],
      doc: `${quoted(b)} must be ${either(allowed.map(spelled), 'or')} when ${clause}.`,
      json: { if: condition, then: { not: schemaAt(b, { not: { enum: [...allowed, null] } }) } },
      breach: (values) => {
        const value = at(values, b);
        return holds(values) && given(values, b) === 'given' && !allowed.includes(value as Scalar) ? b : undefined;
      },
    }),
  };
};
