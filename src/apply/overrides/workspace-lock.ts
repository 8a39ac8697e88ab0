import { ServiceError } from '../../client/contract/errors.ts';
import type { Resource, Endpoint } from '@slipway/declarations/declare';
import { deleteByEndpoints } from '../delete.ts';
import type { ResourceOperations } from '../apply-operation.ts';
import { decodeResponse, callEndpoint } from '../call-endpoint.ts';

/** The body is `{reason}`. A second lock is a conflict (409): after a lost response the lock is looked up before it is requested again. */
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

/** Unlocks. A 409 means "already unlocked" or "locked by another user", which a read of the workspace distinguishes. */
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
