import { ServiceError } from '../../client/errors.ts';
import type { Resource, Endpoint } from '../../declare/index.ts';
import { deleteByEndpoints } from '../delete.ts';
import type { ResourceOperations } from '../apply-operation.ts';
import { decodeResponse, callEndpoint } from '../call-endpoint.ts';

/** The body is `{reason}`. Locking twice is a conflict: a lock that may have been taken is looked for before it is asked for again. */
export const put: ResourceOperations['put'] = async (job, around) => {
  const { resource, want } = job;
  if (job.prior !== null) return job.recordSuccess(job.changed.filter((name) => resource.attributes[name]?.local));
  const found = async () => {
    const answer = await callEndpoint(around, resource.endpoints.read as Endpoint, want, { effect: 'read', accept: [404] });
    const seen = decodeResponse(resource, answer.body);
    return seen['locked'] === true && (seen['reason'] ?? '') === (want['reason'] ?? '') ? answer : null;
  };
  const answer = await callEndpoint(around, resource.endpoints.create as Endpoint, want, {
    body: { reason: want['reason'] ?? '' },
    effect: 'create',
    found,
  });
  job.recordSuccess(['workspace_id', 'reason', 'force_unlock'], decodeResponse(resource, answer.body));
};

/** A 409 says "unlocked already" and "somebody else's" alike; the workspace says which. */
export const remove =
  (resource: Resource): ResourceOperations['delete'] =>
  async (state, around) => {
    try {
      await deleteByEndpoints(resource)(state, around);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 409) throw error;
      const answer = await callEndpoint(around, resource.endpoints.read as Endpoint, state, { effect: 'read', accept: [404] });
      if (answer.status !== 404 && decodeResponse(resource, answer.body)['locked'] !== false) throw error;
    }
  };
