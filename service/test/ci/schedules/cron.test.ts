import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { latestTimeOf } from '../../../src/ci/schedules/calendar.ts';
import { cronMember, parseCron } from '../../../src/ci/schedules/cron.ts';

const cron = suite('cron expressions of CI triggers');
const due = (text: string, after: string, until: string): string | undefined => {
  const found = latestTimeOf(parseCron(text)!, Date.parse(`${after}Z`), Date.parse(`${until}Z`));
  return found === undefined ? undefined : new Date(found).toISOString().slice(0, 16);
};

cron('the last minute that they name', () => {
  // The first of May 2026 is a Friday.
  for (const [text, after, until, expected] of [
    ['5 4 * * *', '2026-05-01T00:00', '2026-05-01T12:00', '2026-05-01T04:05'],
    ['5 4 * * *', '2026-05-01T04:05', '2026-05-01T12:00', undefined],
    ['*/15 * * * *', '2026-05-01T00:00', '2026-05-01T00:50', '2026-05-01T00:45'],
    ['3/20 * * * *', '2026-05-01T00:00', '2026-05-01T00:59', '2026-05-01T00:43'],
    ['0,30 8-10 * * *', '2026-05-01T00:00', '2026-05-01T12:00', '2026-05-01T10:30'],
    ['0 0 * * 1-5', '2026-05-01T12:00', '2026-05-03T12:00', undefined],
    ['0 0 * * mon', '2026-05-01T12:00', '2026-05-06T12:00', '2026-05-04T00:00'],
    ['0 0 * * 7', '2026-05-01T12:00', '2026-05-06T12:00', '2026-05-03T00:00'],
    ['0 0 * * 0', '2026-05-01T12:00', '2026-05-06T12:00', '2026-05-03T00:00'],
    ['0 0 1 JAN,jun *', '2026-05-01T12:00', '2026-06-06T12:00', '2026-06-01T00:00'],
    ['0 0 29 2 *', '2024-03-01T00:00', '2031-12-31T00:00', '2028-02-29T00:00'],
    ['0 0 31 2 *', '1970-01-01T00:00', '2031-12-31T00:00', undefined],
    // Either kind of day is enough where both are given.
    ['0 0 13 * 5', '2026-05-02T00:00', '2026-05-14T00:00', '2026-05-13T00:00'],
    ['0 0 13 * 5', '2026-05-02T00:00', '2026-05-09T00:00', '2026-05-08T00:00'],
  ] as const)
    assert.is(due(text, `${after}:00`, `${until}:00`), expected, text);
});

cron('what is no expression is refused', () => {
  for (const text of [
    '',
    '* * * *',
    '* * * * * *',
    '@daily',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '5-1 * * * *',
    '*/0 * * * *',
    '1-2-3 * * * *',
    '1,, * * * *',
    'MON * * * *',
    `${'1,'.repeat(200)}1 * * * *`,
  ])
    assert.is(cronMember.accepts(text), false, text);
  assert.ok(cronMember.accepts(' 5  4 * * 1-5/2,SUN '));
});
cron.run();
