import { CiProject } from '@slipway/constructs';
import { CiSchedule } from '@slipway/constructs/gen/ci-schedule';
import type { Construct } from 'constructs';

export const nightly = (scope: Construct) =>
  new CiSchedule(scope, 'nightly', {
    projectSlug: new CiProject(scope, 'web', { name: 'web' }).slug,
    name: 'nightly',
    // At two and at half past two, from Monday to Friday.
    timetable: { perHour: 2, hoursOfDay: [2], daysOfWeek: ['MON', 'TUE', 'WED', 'THU', 'FRI'] },
    parameters: { branch: 'main', suite: 'full' },
    attributionActor: 'system',
  });
