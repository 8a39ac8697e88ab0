import {
  valueAt,
  type Constraint,
  isAbsent,
  isUnknown,
  quoteName,
  schemaForValue,
  schemaForPresence,
  formatLiteral,
  uuid,
  type Values,
  presenceOf,
  joinWords,
} from '../../declare/index.ts';

/** `b` must be a UUID where `a` is one of the words. */
export const uuidWhen = (a: string, words: string | readonly string[], b: string): Constraint => {
  const list = [words].flat();
  return {
    appliesTo: 'holds',
    paths: [a, b],
    doc: `${quoteName(b)} must be a UUID when ${quoteName(a)} is ${joinWords(list.map(formatLiteral), 'or')}.`,
    json: { if: schemaForValue(a, { enum: list }), then: { not: schemaForValue(b, { type: 'string', not: uuid.json }) } },
    findViolation: (values) => {
      const value = valueAt(values, b);
      return list.includes(valueAt(values, a) as string) && typeof value === 'string' && !uuid.accepts(value) ? b : undefined;
    },
  };
};

/** Requires at least one of the names in a configuration. */
export const atLeastOneOf = (...names: readonly string[]): Constraint => ({
  appliesTo: 'says',
  paths: names,
  doc: `At least one of ${joinWords(names.map(quoteName), 'and')} must be set.`,
  json: { anyOf: names.map(schemaForPresence) },
  findViolation: (values) => (names.every((name) => presenceOf(values, name) === 'absent') ? names[0] : undefined),
});

/** The map at `name` holds exactly one of the keys. */
export const exactlyOneKeyOf = (name: string, ...keys: readonly [string, string]): Constraint => ({
  appliesTo: 'holds',
  paths: [name],
  doc: `${quoteName(name)} must hold exactly one of ${joinWords(keys.map(quoteName), 'and')}.`,
  json: { oneOf: keys.map((key) => schemaForPresence(`${name}.${key}`)) },
  findViolation: (values) => {
    const states = keys.map((key) => presenceOf(values, `${name}.${key}`));
    if (states.every((state) => state === 'given')) return name;
    return states.every((state) => state === 'absent') ? name : undefined;
  },
});

const millisecondsPerDay = 86_400_000;

/** `to` is a moment after `from`, at most so many days later. */
export const atMostDaysApart = (from: string, to: string, days: number): Constraint => ({
  appliesTo: 'holds',
  paths: [from, to],
  doc: `${quoteName(to)} must come after ${quoteName(from)}, at most ${days} days later.`,
  json: {},
  beyondSchema: true,
  findViolation: (values) => {
    const [start, end] = [valueAt(values, from), valueAt(values, to)].map((value) =>
      typeof value === 'string' ? Date.parse(value) : NaN,
    ) as [number, number];
    return end <= start || end - start > days * millisecondsPerDay ? to : undefined;
  },
});

/** The text at `name` is judged where `when` holds. */
export const textConstraint = (
  on: readonly string[],
  name: string,
  doc: string,
  when: (values: Values) => boolean,
  isWrong: (text: string) => boolean,
): Constraint => ({
  appliesTo: 'holds',
  paths: on,
  doc,
  json: {},
  beyondSchema: true,
  findViolation: (values) => {
    const value = valueAt(values, name);
    return !isAbsent(value) && !isUnknown(value) && when(values) && typeof value === 'string' && isWrong(value) ? name : undefined;
  },
});
