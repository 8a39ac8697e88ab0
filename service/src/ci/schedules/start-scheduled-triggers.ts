import { anonymousCaller } from '../../access/callers.ts';
import { newId } from '../../store/new-id.ts';
import { withExternalLookups } from '../../http/external-lookup.ts';
import type { Clock, ServiceSettings } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import { buildTriggerValues } from '../code-host-events/event-values.ts';
import { runOnce } from '../code-host-events/run-once.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { PipelineDefinition } from '../pipeline-definitions/pipeline-definition-records.ts';
import { startPipeline } from '../pipelines/start-pipeline.ts';
import type { CiProject } from '../projects/project-records.ts';
import { resolveTriggerOrigin } from '../triggers/trigger-origin.ts';
import { type CiTrigger, scheduledTriggerLink } from '../triggers/trigger-records.ts';
import { type Calendar, latestTimeOf } from './calendar.ts';
import { parseCron } from './cron.ts';

/** The times of a schedule trigger; undefined: it has none, or is disabled. */
export const triggerCalendar = ({ schedule, disabled }: CiTrigger): Calendar | undefined =>
  schedule && !disabled ? parseCron(schedule.cron) : undefined;

/** The latest time that a schedule trigger missed, in epoch milliseconds; undefined: none. */
const triggerDueAt = (trigger: CiTrigger, now: number): number | undefined => {
  const calendar = triggerCalendar(trigger);
  return calendar && latestTimeOf(calendar, Date.parse(trigger.schedule!.looked), now);
};

/** The ids of the schedule triggers that are due. */
export const listDueTriggers = (store: Store, now: number): Promise<readonly string[]> =>
  store.read(async (view) =>
    (
      await view.getMany<CiTrigger>(
        'ci-triggers',
        (await view.listLinks(scheduledTriggerLink, { from: 'all' })).map(({ to }) => to),
      )
    )
      .filter(({ body }) => triggerDueAt(body, now) !== undefined)
      .map(({ id }) => id),
  );

/** Starts the pipeline of a schedule trigger that is due; false if another process did, or if it is due no longer. */
export const startScheduledTrigger = (store: Store, clock: Clock, settings: ServiceSettings, id: string, now: number): Promise<boolean> =>
  withExternalLookups((lookUp) =>
    store.write(async (tx) => {
      const trigger = await tx.get<CiTrigger>('ci-triggers', id);
      const at = trigger && triggerDueAt(trigger.body, now);
      const project = trigger && (await tx.get<CiProject>('ci-projects', trigger.scope));
      const organization = project && (await tx.get<CiOrganization>('ci-organizations', project.scope));
      const definition = trigger && (await tx.get<PipelineDefinition>('ci-definitions', trigger.body.definition));
      const schedule = trigger?.body.schedule;
      if (!trigger || !schedule || at === undefined || !project || !organization || !definition) return false;
      const ctx = { tx, clock, settings, newId, caller: anonymousCaller, lookUp };
      await tx.update<CiTrigger>(trigger, {
        body: { ...trigger.body, schedule: { ...schedule, looked: new Date(now).toISOString() } },
      });
      // The key of the trigger and the minute: only one of several processes starts the pipeline.
      const { status } = await runOnce(ctx, project.id, `trigger ${id} ${new Date(at).toISOString()}`, async () => {
        const resolved = { project, organization, host: project.body.host };
        await startPipeline(ctx, resolved, {
          ...(await resolveTriggerOrigin(ctx, resolved, definition, trigger.body)),
          parameters: trigger.body.parameters ?? {},
          type: 'scheduled_pipeline',
          actor: { id: schedule.actor.id, login: schedule.actor.login },
          values: {
            ...buildTriggerValues(id, trigger.body),
            'pipeline.schedule.name': trigger.body.eventName ?? '',
            'pipeline.schedule.id': id,
          },
        });
        return { status: 201, body: null };
      });
      return status === 201;
    }),
  );
