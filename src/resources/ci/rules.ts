import { at, type Constraint, isAbsent, isUnknown, quoted, schemaAt, schemaGiven, spelled, uuid, type Values, given, either } from '../../declare/index.ts';

/** `b` must be a UUID where `a` is one of the words. */
export const uuidWhen = (a: string, words: string | readonly string[], b: string): Constraint => {
  const list = [words].flat();
  return {
    about: 'holds', on: [a, b],
    doc: `${quoted(b)} must be a UUID when ${quoted(a)} is ${either(list.map(spelled), 'or')}.`,
    json: { if: schemaAt(a, { enum: list }), then: { not: schemaAt(b, { type: 'string', not: uuid.json }) } },
    breach: (values) => {
      const value = at(values, b);
      return list.includes(at(values, a) as string) && typeof value === 'string' && !uuid.accepts(value) ? b : undefined;
    },
  };
};

/** At least one of the names is written. */
export const someOf = (...names: readonly string[]): Constraint => ({
  about: 'says', on: names,
  doc: `At least one of ${either(names.map(quoted), 'and')} must be set.`,
  json: { anyOf: names.map(schemaGiven) },
  breach: (values) => (names.every((name) => given(values, name) === 'absent') ? names[0] : undefined),
});

const day = 86_400_000;

/** `to` is a moment after `from`, at most so many days later. */
export const within = (from: string, to: string, days: number): Constraint => ({
  about: 'holds', on: [from, to],
  doc: `${quoted(to)} must come after ${quoted(from)}, at most ${days} days later.`,
  json: {}, beyond: true,
  breach: (values) => {
    const [start, end] = [at(values, from), at(values, to)].map((value) => (typeof value === 'string' ? Date.parse(value) : NaN)) as [number, number];
    return end <= start || end - start > days * day ? to : undefined;
  },
});

/** The text at `name` is judged where `when` holds. */
export const judged = (on: readonly string[], name: string, doc: string, when: (values: Values) => boolean, isWrong: (text: string) => boolean): Constraint => ({
  about: 'holds', on, doc, json: {}, beyond: true,
  breach: (values) => {
    const value = at(values, name);
    return !isAbsent(value) && !isUnknown(value) && when(values) && typeof value === 'string' && isWrong(value) ? name : undefined;
  },
});
