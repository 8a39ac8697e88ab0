import type { QueuedDelivery } from '../delivery/delivery-queue.ts';
import { type DueWorkKind, dueWorkOfLinks, readLinkedRecords } from '../pipeline/due-work.ts';
import { type Job, queueLink } from './jobs/job-records.ts';
import { pendingLink, type Pipeline } from './pipelines/pipeline-records.ts';
import { type Schedule, scheduledLink } from './schedules/schedule-records.ts';
import { triggerDueAt } from './schedules/start-scheduled-triggers.ts';
import { latestDueTime } from './schedules/timetable.ts';
import { type CiTrigger, scheduledTriggerLink } from './triggers/trigger-records.ts';
import { pendingExportLink, type UsageExport } from './usage-exports/usage-export-records.ts';
import { outboxLink } from './webhooks/webhook-delivery-records.ts';
import { activeLink, type Workflow } from './workflows/workflow-records.ts';

/** Jobs that follow a script: those of active workflows, whose times are their jobs'. */
const scriptedJobs: DueWorkKind = {
  name: 'jobs',
  listDueTimes: async (view, now) => {
    const times: number[] = [];
    for await (const workflows of readLinkedRecords<Workflow>(view, activeLink, 'ci-workflows')) {
      const jobs = await view.getMany<Job>('ci-jobs', [...new Set(workflows.flatMap(({ body }) => body.jobs))]);
      for (const { body } of jobs) if (body.movesAt !== null && Date.parse(body.movesAt) <= now) times.push(Date.parse(body.movesAt));
    }
    return times;
  },
};

/** Of schedules and of schedule triggers: the latest time that was missed, which is made up for. */
const schedules: DueWorkKind = {
  name: 'schedules',
  listDueTimes: async (view, now) => {
    const times: (number | undefined)[] = [];
    for await (const records of readLinkedRecords<Schedule>(view, scheduledLink, 'ci-schedules'))
      times.push(...records.map(({ body }) => latestDueTime(body.timetable, Date.parse(body.looked), now)));
    for await (const records of readLinkedRecords<CiTrigger>(view, scheduledTriggerLink, 'ci-triggers'))
      times.push(...records.map(({ body }) => triggerDueAt(body, now)));
    return times.filter((time) => time !== undefined);
  },
};

/** What background-work.ts does when it is due, and the jobs that wait for a runner. */
export const ciDueWork: readonly DueWorkKind[] = [
  dueWorkOfLinks<Pipeline>('pipelines', pendingLink, 'ci-pipelines', ({ movesAt }) => movesAt),
  scriptedJobs,
  dueWorkOfLinks<Job>('queued_jobs', queueLink, 'ci-jobs', ({ queuedAt }) => queuedAt),
  schedules,
  dueWorkOfLinks<UsageExport>('usage_exports', pendingExportLink, 'ci-usage-exports', ({ movesAt }) => movesAt),
  dueWorkOfLinks<QueuedDelivery>('webhooks', outboxLink, 'ci-outbox', ({ state, dueAt }) => (state === 'waiting' ? dueAt : null)),
];
