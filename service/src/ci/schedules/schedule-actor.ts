import { isOwner } from '../../access/organization-owners.ts';
import { Problem } from '../../http/problem.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { RequestContext } from '../../http/route.ts';
import { resolveActor } from '../pipelines/start-pipeline.ts';
import { enumMember } from '../requests/read-request.ts';
import type { Actor } from './schedule-records.ts';
import { systemActor } from './system-actor.ts';

export const actorMember = enumMember(['current', 'system'], 'current or system');

/** The actor of a schedule's pipelines: `system`, or the caller. */
export const resolveScheduleActor = async (
  ctx: Pick<RequestContext, 'tx' | 'caller'>,
  organization: string,
  actor: unknown,
): Promise<Actor> => (actor === 'system' ? systemActor : { ...(await resolveActor(ctx, organization)), system: false });

/**
 * Requires that a caller who changes what runs is its actor, or that the system is: otherwise the caller could use what only the actor may
 * use. Owners may change all. Throws 403.
 */
export const requireOwnActor = async (
  ctx: Pick<RequestContext, 'tx' | 'caller'>,
  organization: StoredRecord<CiOrganization>,
  actor: Actor,
  pointer: string,
): Promise<void> => {
  if (actor.system || isOwner(ctx, organization.key) || actor.id === (await resolveActor(ctx, organization.id)).id) return;
  throw new Problem(403, [
    {
      detail: `this runs in the name of ${actor.login}; to change it, send current or system: it then runs in yours, or in nobody's`,
      pointer,
    },
  ]);
};
