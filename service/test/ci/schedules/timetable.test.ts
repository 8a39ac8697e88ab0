import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nextTimeOf } from '../../../src/ci/schedules/calendar.ts';
import { calendarOf, timetableMember, latestDueTime } from '../../../src/ci/schedules/timetable.ts';
import type { Timetable } from '../../../src/ci/schedules/schedule-records.ts';

const timetables = suite('timetables of CI schedules');
const at = (text: string): number => Date.parse(`${text}Z`);
const due = (timetable: object, after: string, until: string): string | undefined => {
  const found = latestDueTime(timetable as Timetable, at(after), at(until));
  return found === undefined ? undefined : new Date(found).toISOString().slice(0, 16);
};
const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI'];

timetables('the last minute that they name', () => {
  const hourly = { 'per-hour': 1, 'hours-of-day': [2, 3], 'days-of-week': weekdays };
  // The first of May 2026 is a Friday.
  assert.is(due(hourly, '2026-05-01T00:00:00', '2026-05-01T12:00:00'), '2026-05-01T03:00');
  assert.is(due(hourly, '2026-05-01T00:00:00', '2026-05-01T02:59:59.999'), '2026-05-01T02:00');
  assert.is(due(hourly, '2026-05-01T02:00:00', '2026-05-01T02:59:59.999'), undefined, 'the minute itself is over');
  assert.is(due(hourly, '2026-05-01T12:00:00', '2026-05-03T23:59:00'), undefined, 'not at the weekend');
  assert.is(due(hourly, '2026-04-01T00:00:00', '2026-05-03T23:59:00'), '2026-05-01T03:00', 'of all that was missed the last');
  assert.is(due({ ...hourly, 'per-hour': 4 }, '2026-05-01T00:00:00', '2026-05-01T02:50:00'), '2026-05-01T02:45');
  assert.is(due({ ...hourly, 'per-hour': 7 }, '2026-05-01T00:00:00', '2026-05-01T02:17:00'), '2026-05-01T02:17');
  assert.is(due({ ...hourly, 'per-hour': 60 }, '2026-05-01T02:58:30', '2026-05-01T02:59:10'), '2026-05-01T02:59');
  assert.is(
    due({ 'per-hour': 1, 'hours-of-day': [0], 'days-of-month': [29], months: ['FEB'] }, '2024-03-01T00:00:00', '2031-12-31T00:00:00'),
    '2028-02-29T00:00',
  );
  assert.is(
    due({ 'per-hour': 1, 'hours-of-day': [0], 'days-of-month': [31], months: ['FEB'] }, '1970-01-01T00:00:00', '2031-12-31T00:00:00'),
    undefined,
    'there is no such day',
  );
});

timetables('the next minute that they name, or a time by which to ask again', () => {
  const next = (timetable: object, after: string): string =>
    new Date(nextTimeOf(calendarOf(timetable as Timetable), at(after))).toISOString().slice(0, 16);
  const hourly = { 'per-hour': 2, 'hours-of-day': [3, 2], 'days-of-week': weekdays };
  assert.is(next(hourly, '2026-05-01T00:00:00'), '2026-05-01T02:00');
  assert.is(next(hourly, '2026-05-01T02:00:00'), '2026-05-01T02:30', 'the minute itself is over');
  assert.is(next(hourly, '2026-05-01T02:30:00.001'), '2026-05-01T03:00');
  assert.is(next(hourly, '2026-05-01T12:00:00'), '2026-05-04T02:00', 'not at the weekend');
  const inMarch = { 'per-hour': 1, 'hours-of-day': [0], 'days-of-month': [1], months: ['MAR'] };
  assert.is(next(inMarch, '2026-05-01T12:00:00'), '2026-06-02T00:00', 'nothing within a month');
  assert.is(next(inMarch, '2026-02-01T12:00:00'), '2026-03-01T00:00');
});

timetables('a timetable is what the words say', () => {
  const fine = { 'per-hour': 1, 'hours-of-day': [0], 'days-of-week': ['SUN'] };
  assert.ok(timetableMember.accepts(fine));
  assert.ok(timetableMember.accepts({ 'per-hour': 60, 'hours-of-day': [23], 'days-of-month': [1, 31], months: ['JAN', 'DEC'] }));
  for (const change of [
    { 'per-hour': 0 },
    { 'per-hour': 61 },
    { 'per-hour': 1.5 },
    { 'hours-of-day': [] },
    { 'hours-of-day': [24] },
    { 'hours-of-day': 3 },
    { 'days-of-week': ['Sunday'] },
    { 'days-of-week': [] },
    { 'days-of-month': [1] },
    { months: [] },
    { months: ['MAY', 'M'] },
    { minute: 3 },
    { 'days-of-week': undefined },
    { 'days-of-week': undefined, 'days-of-month': [0] },
  ])
    assert.is(timetableMember.accepts({ ...fine, ...change }), false, JSON.stringify(change));
});

timetables('for every timetable and span, it is the last due minute of a look at each minute', () => {
  const minute = 60_000;
  const some = (values: readonly any[]) => fc.subarray([...values], { minLength: 1 });
  const table = fc.record({
    'per-hour': fc.integer({ min: 1, max: 60 }),
    'hours-of-day': some([0, 1, 13, 22, 23]),
    'days-of-week': some(['SUN', 'MON', 'WED', 'SAT']),
  });
  fc.assert(
    fc.property(
      table,
      fc.integer({ min: 0, max: 14 * 1440 }),
      fc.integer({ min: 0, max: 4 * 1440 }),
      fc.integer({ min: 0, max: minute - 1 }),
      (timetable, from, length, rest) => {
        const after = at('2026-02-20T00:00:00') + from * minute;
        const until = after + length * minute + rest;
        let last: number | undefined;
        for (let one = after + minute; one <= until; one += minute) {
          const time = new Date(one);
          const isMinute = Array.from({ length: timetable['per-hour'] }, (_, index) =>
            Math.floor((index * 60) / timetable['per-hour']),
          ).includes(time.getUTCMinutes());
          if (
            isMinute &&
            timetable['hours-of-day'].includes(time.getUTCHours()) &&
            timetable['days-of-week'].includes(['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'][time.getUTCDay()])
          )
            last = one;
        }
        assert.is(latestDueTime(timetable as Timetable, after, until), last);
      },
    ),
    { numRuns: runs(60) },
  );
});

timetables.run();
