import { ServiceError } from '../../client/errors.ts';
import type { Resource, Endpoint } from '../../declare/index.ts';
import { deleteByEndpoints } from '../delete.ts';
import type { ResourceOperations } from '../apply-operation.ts';
import { decodeResponse, callEndpoint } from '../call-endpoint.ts';

/** The body is `{reason}`. Locking twice is a conflict: a lock that may have been taken is looked for before it is asked for again. */
export const put: ResourceOperations['put'] = async (operation, context) => {
  const { resource, desired } = operation;
  if (operation.prior !== null) return operation.recordSuccess(operation.changed.filter((name) => resource.attributes[name]?.local));
  const findExisting = async () => {
    const response = await callEndpoint(context, resource.endpoints.read as Endpoint, desired, { effect: 'read', acceptedStatuses: [404] });
    const current = decodeResponse(resource, response.body);
    return current['locked'] === true && (current['reason'] ?? '') === (desired['reason'] ?? '') ? response : null;
  };
  const answer = await callEndpoint(context, resource.endpoints.create as Endpoint, desired, {
    body: { reason: desired['reason'] ?? '' },
    effect: 'create',
    findExisting,
  });
  operation.recordSuccess(['workspace_id', 'reason', 'force_unlock'], decodeResponse(resource, answer.body));
};

/** A 409 says "unlocked already" and "somebody else's" alike; the workspace says which. */
export const remove =
  (resource: Resource): ResourceOperations['delete'] =>
  async (state, context) => {
    try {
      await deleteByEndpoints(resource)(state, context);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 409) throw error;
      const response = await callEndpoint(context, resource.endpoints.read as Endpoint, state, { effect: 'read', acceptedStatuses: [404] });
      if (response.status !== 404 && decodeResponse(resource, response.body)['locked'] !== false) throw error;
    }
  };
