import type { BackgroundContext } from '../../pipeline/api-definition.ts';
import type { BackgroundTask } from '../../pipeline/background-tasks.ts';
import { type DueWorkKind, readLinkedRecords, taskOfDueWork } from '../../pipeline/due-work.ts';
import { type CiTrigger, scheduledTriggerLink } from '../triggers/trigger-records.ts';
import { type Calendar, latestTimeOf, nextTimeOf } from './calendar.ts';
import { type Schedule, scheduledLink } from './schedule-records.ts';
import { startScheduledPipelines } from './start-scheduled-pipelines.ts';
import { triggerCalendar } from './start-scheduled-triggers.ts';
import { calendarOf } from './timetable.ts';

/** The latest time that was missed, which is made up for, or else the next one. */
const timeOf = (calendar: Calendar, looked: string, now: number): number =>
  latestTimeOf(calendar, Date.parse(looked), now) ?? nextTimeOf(calendar, now);

/** Schedules, and schedule triggers. */
export const dueSchedules: DueWorkKind = {
  name: 'schedules',
  kinds: [scheduledLink, 'ci-schedules', scheduledTriggerLink, 'ci-triggers'],
  listTimes: async (view, now) => {
    const times: number[] = [];
    for await (const records of readLinkedRecords<Schedule>(view, scheduledLink, 'ci-schedules'))
      times.push(...records.map(({ body }) => timeOf(calendarOf(body.timetable), body.looked, now)));
    for await (const records of readLinkedRecords<CiTrigger>(view, scheduledTriggerLink, 'ci-triggers'))
      for (const { body } of records) {
        const calendar = triggerCalendar(body);
        if (calendar) times.push(timeOf(calendar, body.schedule!.looked, now));
      }
    return times;
  },
};

export const createScheduleTask = ({ store, clock, settings }: BackgroundContext): BackgroundTask =>
  taskOfDueWork(
    { store, clock },
    {
      name: 'starting scheduled pipelines',
      pause: 500,
      due: [dueSchedules],
      perform: () => startScheduledPipelines(store, clock, settings()),
    },
  );
