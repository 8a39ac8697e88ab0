import { anonymousCaller } from '../../../caller.ts';
import { newId } from '../../../new-id.ts';
import { withExternalLookups } from '../../../outside.ts';
import type { Clock, ServiceSettings } from '../../../route.ts';
import type { StoredRecord, Store } from '../../../store/store.ts';
import { originOfProject } from '../../pipelines/origin.ts';
import { startPipeline } from '../../pipelines/start.ts';
import type { CiOrganization, CiProject } from '../../stored.ts';
import { once } from '../once.ts';
import { type Schedule, scheduled } from '../stored.ts';
import { latestDue } from './timetable.ts';

const dueAt = ({ body }: StoredRecord<Schedule>, now: number): number | undefined => latestDue(body.timetable, Date.parse(body.looked), now);

const dueSchedules = (store: Store, now: number): Promise<readonly string[]> => store.read(async (view) =>
  (await view.getMany<Schedule>('ci-schedules', (await view.listLinks(scheduled, { from: 'all' })).map(({ to }) => to))).filter((one) => dueAt(one, now) !== undefined).map(({ id }) => id));

const fire = (store: Store, clock: Clock, settings: ServiceSettings, id: string, now: number): Promise<boolean> => withExternalLookups((outside) => store.write(async (tx) => {
  const schedule = await tx.get<Schedule>('ci-schedules', id);
  const at = schedule && dueAt(schedule, now);
  const project = schedule && await tx.get<CiProject>('ci-projects', schedule.scope);
  const organization = project && await tx.get<CiOrganization>('ci-organizations', project.scope);
  if (!schedule || at === undefined || !project || !organization) return false;
  const acting = { tx, clock, settings, newId, caller: anonymousCaller, outside };
  const { branch, tag, ...parameters } = schedule.body.parameters;
  await tx.update<Schedule>(schedule, { body: { ...schedule.body, looked: new Date(now).toISOString() } });
  // The key of this schedule and minute: of several processes one starts it.
  const { status } = await once(acting, project.id, `schedule ${id} ${new Date(at).toISOString()}`, async () => {
    const here = { project, organization, host: project.body.host };
    const { system, ...actor } = schedule.body.actor;
    await startPipeline(acting, here, {
      ...await originOfProject(acting, here, branch !== undefined ? { branch: String(branch) } : { tag: String(tag) }), parameters, type: 'scheduled_pipeline', actor,
      values: { 'pipeline.schedule.name': schedule.body.name, 'pipeline.schedule.id': id, 'pipeline.trigger.type': 'schedule' },
    });
    return { status: 201, body: null };
  });
  return status === 201;
}));

/** Starts what schedules ask for; how many pipelines that were. What was missed while nobody looked is made up for once, however often it was. */
export const fireSchedules = async (store: Store, clock: Clock, settings: ServiceSettings): Promise<number> => {
  const now = clock.now().getTime();
  const failed: unknown[] = [];
  let started = 0;
  for (const id of await dueSchedules(store, now)) {
    try { if (await fire(store, clock, settings, id, now)) started += 1; } catch (error) { failed.push(error); }
  }
  if (failed.length > 0) throw failed[0];
  return started;
};
