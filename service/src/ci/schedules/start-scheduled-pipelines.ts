import { anonymousCaller } from '../../access/callers.ts';
import { newId } from '../../store/new-id.ts';
import { withExternalLookups } from '../../http/external-lookup.ts';
import type { Clock, ServiceSettings } from '../../http/route.ts';
import type { StoredRecord, Store } from '../../store/store.ts';
import { resolveProjectOrigin } from '../pipelines/pipeline-origin.ts';
import { startPipeline } from '../pipelines/start-pipeline.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiProject } from '../projects/project-records.ts';
import { runOnce } from '../code-host-events/run-once.ts';
import { type Schedule, scheduledLink } from './schedule-records.ts';
import { listDueTriggers, startScheduledTrigger } from './start-scheduled-triggers.ts';
import { latestDueTime } from './timetable.ts';

const scheduleDueAt = ({ body }: StoredRecord<Schedule>, now: number): number | undefined =>
  latestDueTime(body.timetable, Date.parse(body.looked), now);

const listDueSchedules = (store: Store, now: number): Promise<readonly string[]> =>
  store.read(async (view) =>
    (
      await view.getMany<Schedule>(
        'ci-schedules',
        (await view.listLinks(scheduledLink, { from: 'all' })).map(({ to }) => to),
      )
    )
      .filter((one) => scheduleDueAt(one, now) !== undefined)
      .map(({ id }) => id),
  );

const startScheduledPipeline = (store: Store, clock: Clock, settings: ServiceSettings, id: string, now: number): Promise<boolean> =>
  withExternalLookups((lookUp) =>
    store.write(async (tx) => {
      const schedule = await tx.get<Schedule>('ci-schedules', id);
      const at = schedule && scheduleDueAt(schedule, now);
      const project = schedule && (await tx.get<CiProject>('ci-projects', schedule.scope));
      const organization = project && (await tx.get<CiOrganization>('ci-organizations', project.scope));
      if (!schedule || at === undefined || !project || !organization) return false;
      const ctx = { tx, clock, settings, newId, caller: anonymousCaller, lookUp };
      const { branch, tag, ...parameters } = schedule.body.parameters;
      await tx.update<Schedule>(schedule, { body: { ...schedule.body, looked: new Date(now).toISOString() } });
      // The key of the schedule and the minute: only one of several processes starts the pipeline.
      const { status } = await runOnce(ctx, project.id, `schedule ${id} ${new Date(at).toISOString()}`, async () => {
        const resolved = { project, organization, host: project.body.host };
        const { id: actor, login } = schedule.body.actor;
        await startPipeline(ctx, resolved, {
          ...(await resolveProjectOrigin(ctx, resolved, branch !== undefined ? { branch: String(branch) } : { tag: String(tag) })),
          parameters,
          type: 'scheduled_pipeline',
          actor: { id: actor, login },
          values: { 'pipeline.schedule.name': schedule.body.name, 'pipeline.schedule.id': id, 'pipeline.trigger.type': 'schedule' },
        });
        return { status: 201, body: null };
      });
      return status === 201;
    }),
  );

/**
 * Starts the pipelines of due schedules and schedule triggers; returns how many. Times missed while no process ran are made up by one
 * pipeline per schedule.
 */
export const startScheduledPipelines = async (store: Store, clock: Clock, settings: ServiceSettings): Promise<number> => {
  const now = clock.now().getTime();
  const failed: unknown[] = [];
  let started = 0;
  for (const [start, due] of [
    [startScheduledPipeline, await listDueSchedules(store, now)],
    [startScheduledTrigger, await listDueTriggers(store, now)],
  ] as const)
    for (const id of due) {
      try {
        if (await start(store, clock, settings, id, now)) started += 1;
      } catch (error) {
        failed.push(error);
      }
    }
  if (failed.length > 0) throw failed[0];
  return started;
};
