import type { Calendar } from './calendar.ts';
import { dayNames, monthNames } from './timetable.ts';

/** One of the five fields: its range, and the names that stand for numbers in it. */
interface CronField {
  readonly least: number;
  readonly most: number;
  readonly names?: ReadonlyMap<string, number>;
}
const namesFrom = (names: readonly string[], first: number): ReadonlyMap<string, number> =>
  new Map(names.map((name, index) => [name, index + first]));
const fields: readonly CronField[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: namesFrom(monthNames, 1) },
  // 0 and 7 are both Sunday.
  { least: 0, most: 7, names: namesFrom(dayNames, 0) },
];

const parseNumber = (text: string, { least, most, names }: CronField): number | undefined => {
  const number = names?.get(text.toUpperCase()) ?? (/^\d{1,2}$/.test(text) ? Number(text) : undefined);
  return number !== undefined && number >= least && number <= most ? number : undefined;
};

/** The numbers of `*`, `5`, `1-5`, `*` with a step or `1-30/10`; undefined for anything else. */
const parseRange = (text: string, field: CronField): readonly number[] | undefined => {
  const [, range, step] = /^([^/]+)(?:\/([1-9]\d?))?$/.exec(text) ?? [];
  if (range === undefined) return undefined;
  const [first, last, ...more] = range === '*' ? [String(field.least), String(field.most)] : range.split('-');
  const from = parseNumber(first!, field);
  // A number with a step continues to the end of the range, as in `5/15`.
  const to = last !== undefined ? parseNumber(last, field) : step !== undefined ? field.most : from;
  if (from === undefined || to === undefined || to < from || more.length > 0) return undefined;
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).filter((number) => (number - from) % Number(step ?? 1) === 0);
};

const parseField = (text: string, field: CronField): readonly number[] | undefined => {
  const ranges = text.split(',').map((one) => parseRange(one, field));
  return ranges.every((one) => one !== undefined) ? [...new Set(ranges.flat())] : undefined;
};

/**
 * The calendar of a cron expression in its five fields: minute, hour, day of the month, month and day of the week. Where both kinds of
 * days are given, one of them is enough, as in cron. Undefined if the text is no such expression.
 */
export const parseCron = (text: string): Calendar | undefined => {
  const parts = text.trim().split(/\s+/);
  if (text.length > 200 || parts.length !== fields.length) return undefined;
  const [minutes, hours, days, months, weekdays] = parts.map((part, index) => parseField(part, fields[index]!));
  if (!minutes || !hours || !days || !months || !weekdays) return undefined;
  const [anyDay, anyWeekday] = [parts[2]!.startsWith('*'), parts[4]!.startsWith('*')];
  const weekdaySet = new Set(weekdays.map((day) => day % 7));
  return {
    minutes,
    hours,
    includesDay: (at) => {
      if (!months.includes(at.getUTCMonth() + 1)) return false;
      const [isDay, isWeekday] = [days.includes(at.getUTCDate()), weekdaySet.has(at.getUTCDay())];
      return anyDay || anyWeekday ? isDay && isWeekday : isDay || isWeekday;
    },
  };
};

/** A cron expression in a request. */
export const cronMember = {
  description: 'a cron expression of five fields (minute, hour, day of the month, month, day of the week), such as 5 4 * * 1-5',
  accepts: (value: unknown): value is string => typeof value === 'string' && parseCron(value) !== undefined,
  schema: { type: 'string', maxLength: 200 },
};
