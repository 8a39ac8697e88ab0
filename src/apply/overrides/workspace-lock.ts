import type { Row } from '../../declare/index.ts';
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
