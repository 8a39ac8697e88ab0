import { withoutNulls } from '../entries.ts';
import { invokeCiRoute, type CiSeedContext, type CiSeedEntry } from './seed-context.ts';
import { setTimes } from '../set-times.ts';

type SeedProject = CiSeedEntry<'projects'>;

export const seedWebhooks = async (context: CiSeedContext, project: string, webhooks: SeedProject['webhooks']): Promise<void> => {
  for (const webhook of webhooks ?? []) {
    const { id } = await invokeCiRoute(
      context,
      'POST /webhook',
      {},
      {
        name: webhook.name,
        url: webhook.url,
        events: webhook.events,
        'verify-tls': webhook.verify_tls ?? true,
        'signing-secret': webhook.signing_secret ?? '',
        scope: { id: project, type: 'project' },
      },
      webhook.id,
    );
    await setTimes(context, 'ci-webhooks', id, webhook);
  }
};

export const seedSchedules = async (
  context: CiSeedContext,
  slug: { readonly [name: string]: string },
  schedules: SeedProject['schedules'],
): Promise<void> => {
  for (const schedule of schedules ?? []) {
    const { id } = await invokeCiRoute(
      context,
      'POST /project/{project-slug}/schedule',
      slug,
      {
        ...withoutNulls({ name: schedule.name, description: schedule.description }),
        timetable: withoutNulls(schedule.timetable),
        parameters: withoutNulls(schedule.parameters),
        'attribution-actor': schedule.attribution_actor ?? 'system',
      },
      schedule.id,
    );
    await setTimes(context, 'ci-schedules', id, schedule);
  }
};
