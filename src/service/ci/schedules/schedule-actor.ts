import type { RequestContext } from '../../http/route.ts';
import { resolveActor } from '../pipelines/start-pipeline.ts';
import { enumMember } from '../requests/read-request.ts';
import type { Actor } from './schedule-records.ts';

/** The actor of pipelines without a user: it belongs to no group. */
const systemActor: Actor = { id: '00000000-0000-0000-0000-000000000000', login: 'system-actor', system: true };

export const actorMember = enumMember(['current', 'system'], 'current or system');

/** Whom the pipelines of a schedule are attributed to: `system`, or the caller. */
export const resolveScheduleActor = async (
  ctx: Pick<RequestContext, 'tx' | 'caller'>,
  organization: string,
  actor: unknown,
): Promise<Actor> => (actor === 'system' ? systemActor : { ...(await resolveActor(ctx, organization)), system: false });
