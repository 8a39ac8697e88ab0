import type { RequestContext } from '../../http/route.ts';
import { isObject } from '../../json-api/parse-document.ts';
import { optionalMember, parseMembers, requiredMember } from '../requests/read-request.ts';
import { cronMember } from '../schedules/cron.ts';
import { actorMember, resolveScheduleActor } from '../schedules/schedule-actor.ts';
import type { TriggerSchedule } from './trigger-records.ts';

const pointer = '/event_source/schedule';

/** `event_source.schedule` of a new trigger. */
export interface ScheduleRequest {
  readonly cron: string;
  readonly actor: 'current' | 'system';
}

export const newScheduleRules = { cron_expression: requiredMember(cronMember), attribution_actor: requiredMember(actorMember) };

export const parseNewSchedule = (ctx: RequestContext, value: unknown): ScheduleRequest => {
  const sent = parseMembers(ctx, value, newScheduleRules, pointer);
  return { cron: sent['cron_expression'] as string, actor: sent['attribution_actor'] as ScheduleRequest['actor'] };
};

export const createSchedule = async (
  ctx: Pick<RequestContext, 'tx' | 'clock' | 'caller'>,
  { cron, actor }: ScheduleRequest,
  organization: string,
): Promise<TriggerSchedule> => ({
  cron,
  actor: await resolveScheduleActor(ctx, organization, actor),
  looked: ctx.clock.now().toISOString(),
});

/** `isStoredActor`: whether a value is the actor as it was read. */
export const scheduleUpdateRules = (isStoredActor: (value: unknown) => boolean = () => false) => ({
  cron_expression: optionalMember(cronMember),
  attribution_actor: optionalMember({
    description: 'current, system, or the actor as it was read',
    accepts: (one) => actorMember.accepts(one) || isStoredActor(one),
    schema: { type: ['string', 'object'] },
  }),
});

/** Applies an update of the schedule. The actor may be repeated as it was read, as an object with its id. */
export const parseScheduleUpdate = async (
  ctx: RequestContext,
  value: unknown,
  stored: TriggerSchedule,
  organization: string,
): Promise<TriggerSchedule> => {
  const isStoredActor = (sent: unknown): boolean => isObject(sent) && sent['id'] === stored.actor.id;
  const sent = parseMembers(ctx, value, scheduleUpdateRules(isStoredActor), pointer);
  const [cron, actor] = [(sent['cron_expression'] as string | undefined) ?? stored.cron, sent['attribution_actor']];
  return {
    cron,
    actor: actor === undefined || isStoredActor(actor) ? stored.actor : await resolveScheduleActor(ctx, organization, actor),
    // A new expression applies from now on: earlier times are not made up for.
    looked: cron === stored.cron ? stored.looked : ctx.clock.now().toISOString(),
  };
};

/** A schedule in a response. */
export const renderTriggerSchedule = ({ cron, actor }: TriggerSchedule) => ({
  cron_expression: cron,
  attribution_actor: { id: actor.id, login: actor.login },
});
