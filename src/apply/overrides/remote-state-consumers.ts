import { ServiceError } from '../../client/contract/errors.ts';
import type { ResourceOperations } from '../apply-operation.ts';
import { callEndpoint, responseDocument } from '../call-endpoint.ts';

/**
 * Deletes the consumers unless the workspace shares its state with the whole organization: it has none then, and the service refuses the
 * request (422).
 */
export const deleteUnlessGlobal =
  (remove: ResourceOperations['delete']): ResourceOperations['delete'] =>
  async (state, context) => {
    try {
      await remove(state, context);
    } catch (error) {
      if (!(error instanceof ServiceError) || ![409, 422].includes(error.status)) throw error;
      const response = await callEndpoint(context, 'GET /workspaces/{workspace_id}', state, { effect: 'read' });
      const attributes = responseDocument({ service: 'workspaces' }, response.body)?.['attributes'] as { 'global-remote-state'?: boolean };
      if (attributes?.['global-remote-state'] !== true) throw error;
    }
  };
