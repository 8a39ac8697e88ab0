import { ServiceError } from '../../client/errors.ts';
import type { Resource, Row } from '../../declare/index.ts';
import { deleteByRows } from '../delete.ts';
import type { Verbs } from '../job.ts';
import { decoded, send } from '../send.ts';

/** The body is `{reason}`. Locking twice is a conflict: a lock that may have been taken is looked for before it is asked for again. */
export const put: Verbs['put'] = async (job, around) => {
  const { resource, want } = job;
  if (job.prior !== null) return job.done(job.changed.filter((name) => resource.attributes[name]?.local));
  const found = async () => {
    const answer = await send(around, resource.endpoints.read as Row, want, { effect: 'read', accept: [404] });
    const seen = decoded(resource, answer.body);
    return seen['locked'] === true && (seen['reason'] ?? '') === (want['reason'] ?? '') ? answer : null;
  };
  const answer = await send(around, resource.endpoints.create as Row, want, { body: { reason: want['reason'] ?? '' }, effect: 'create', found });
  job.done(['workspace_id', 'reason', 'force_unlock'], decoded(resource, answer.body));
};

/** A 409 says "unlocked already" and "somebody else's" alike; the workspace says which. */
export const remove = (resource: Resource): Verbs['delete'] => async (state, around) => {
  try { await deleteByRows(resource)(state, around); } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 409) throw error;
    const answer = await send(around, resource.endpoints.read as Row, state, { effect: 'read', accept: [404] });
    if (answer.status !== 404 && decoded(resource, answer.body)['locked'] !== false) throw error;
  }
};
