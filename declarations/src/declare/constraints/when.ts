import {
  valueAt,
  type Constraint,
  joinWords,
  presenceOf,
  quoteName,
  schemaForValue,
  schemaForPresence,
  formatLiteral,
} from '../constraint.ts';
import { isUnknown, type Values } from '../values.ts';

type Scalar = string | number | boolean;

/** Whether `a` is set, or is one of the values. */
const holdsFor =
  (a: string, words: readonly Scalar[]) =>
  (values: Values): boolean => {
    const value = valueAt(values, a);
    return words.length === 0 ? presenceOf(values, a) === 'given' : !isUnknown(value) && words.includes(value as Scalar);
  };

/** Rules that apply where `a` is set (`when(a)`), or where it is one of the values (`when(a, 'x', 'y')`). */
// oxlint-disable-next-line max-lines-per-function -- a table of rules
export const when = (a: string, ...words: readonly Scalar[]) => {
  const condition = words.length === 0 ? schemaForPresence(a) : schemaForValue(a, { enum: words });
  const clause = words.length === 0 ? `${quoteName(a)} is set` : `${quoteName(a)} is ${joinWords(words.map(formatLiteral), 'or')}`;
  const holds = holdsFor(a, words);
  return {
    needs: (b: string, because?: string): Constraint => ({
      appliesTo: 'holds',
      paths: [a, b],
      doc: `${quoteName(b)} is required when ${clause}${because ? `: ${because}` : ''}.`,
      json: { if: condition, then: schemaForPresence(b) },
      findViolation: (values) => (holds(values) && presenceOf(values, b) === 'absent' ? b : undefined),
    }),
    needsOneOf: (...names: readonly string[]): Constraint => ({
      appliesTo: 'holds',
      paths: [a, ...names],
      doc: `One of ${joinWords(names.map(quoteName), 'or')} is required when ${clause}.`,
      json: { if: condition, then: { anyOf: names.map(schemaForPresence) } },
      findViolation: (values) => (holds(values) && names.every((name) => presenceOf(values, name) === 'absent') ? names[0] : undefined),
    }),
    forbids: (b: string, because?: string): Constraint => ({
      appliesTo: 'says',
      paths: [a, b],
      doc: `${quoteName(b)} cannot be set when ${clause}${because ? `: ${because}` : ''}.`,
      json: { if: condition, then: { not: schemaForPresence(b) } },
      findViolation: (values) => (holds(values) && presenceOf(values, b) === 'given' ? b : undefined),
    }),
    /** `b` must be one of the allowed values. */
    allowsOnly: (b: string, ...allowed: readonly Scalar[]): Constraint => ({
      appliesTo: 'holds',
      paths: [a, b],
      doc: `${quoteName(b)} must be ${joinWords(allowed.map(formatLiteral), 'or')} when ${clause}.`,
      json: { if: condition, then: { not: schemaForValue(b, { not: { enum: [...allowed, null] } }) } },
      findViolation: (values) => {
        const value = valueAt(values, b);
        return holds(values) && presenceOf(values, b) === 'given' && !allowed.includes(value as Scalar) ? b : undefined;
      },
    }),
  };
};
