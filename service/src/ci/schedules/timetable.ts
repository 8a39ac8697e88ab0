import { isObject } from '../../json-api/parse-document.ts';
import { type Calendar, latestTimeOf } from './calendar.ts';
import type { Timetable } from './schedule-records.ts';

/** Three letters each, from Sunday on, as in cron expressions. */
export const dayNames: readonly string[] = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
export const monthNames: readonly string[] = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

const isNumberList = (value: unknown, least: number, most: number): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= most + 1 &&
  value.every((one) => Number.isInteger(one) && one >= least && one <= most);
const isWordList = (value: unknown, known: readonly string[]): boolean =>
  Array.isArray(value) && value.length > 0 && value.length <= known.length && value.every((one) => known.includes(one as string));
const timetableKeys = ['per-hour', 'hours-of-day', 'days-of-week', 'days-of-month', 'months'];

/** A timetable in a request. */
export const timetableMember = {
  description:
    'an object: per-hour (1 to 60), hours-of-day (a list of 0 to 23), either days-of-week (a list ' +
    'of MON to SUN) or days-of-month (a list of 1 to 31), and months (a list of JAN to DEC) or none',
  accepts: (value: unknown): boolean =>
    isObject(value) &&
    Object.keys(value).every((name) => timetableKeys.includes(name)) &&
    Number.isInteger(value['per-hour']) &&
    (value['per-hour'] as number) >= 1 &&
    (value['per-hour'] as number) <= 60 &&
    isNumberList(value['hours-of-day'], 0, 23) &&
    (value['days-of-week'] === undefined) !== (value['days-of-month'] === undefined) &&
    (value['days-of-week'] === undefined || isWordList(value['days-of-week'], dayNames)) &&
    (value['days-of-month'] === undefined || isNumberList(value['days-of-month'], 1, 31)) &&
    (value['months'] === undefined || isWordList(value['months'], monthNames)),
  schema: {
    type: 'object',
    properties: Object.fromEntries(timetableKeys.map((name) => [name, {}])),
    required: ['per-hour', 'hours-of-day'],
  },
};

const isScheduledDay = (timetable: Timetable, at: Date): boolean =>
  (timetable.months?.includes(monthNames[at.getUTCMonth()]!) ?? true) &&
  (timetable['days-of-week']?.includes(dayNames[at.getUTCDay()]!) ?? true) &&
  (timetable['days-of-month']?.includes(at.getUTCDate()) ?? true);

/** The minutes of an hour: `per-hour` of them at equal distances, the first at the full hour. */
const minutesOf = (timetable: Timetable): readonly number[] =>
  Array.from({ length: timetable['per-hour'] }, (_, index) => Math.floor((index * 60) / timetable['per-hour']));

/** The times of a timetable. All are UTC. */
export const calendarOf = (timetable: Timetable): Calendar => ({
  includesDay: (day) => isScheduledDay(timetable, day),
  hours: timetable['hours-of-day'],
  minutes: minutesOf(timetable),
});

/** The latest time of the timetable in the interval (after, until], in epoch milliseconds; undefined: none. */
export const latestDueTime = (timetable: Timetable, after: number, until: number): number | undefined =>
  latestTimeOf(calendarOf(timetable), after, until);
