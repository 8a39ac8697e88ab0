import { ServiceError } from '../../client/contract/errors.ts';
import { nounOf, type Resource, type Endpoint, type Values } from '@slipway/declarations/declare';
import { deleteByEndpoints } from '../delete.ts';
import { findInList } from '../look-up.ts';
import type { ApplyContext, ResourceOperations } from '../apply-operation.ts';
import { PossiblyHiddenError } from '../assert-gone.ts';
import { readByEndpoints } from '../read.ts';
import { canFillPath, callEndpoint } from '../call-endpoint.ts';

const isForbidden = (error: unknown): boolean => error instanceof ServiceError && error.status === 403;

/** Whether a context was deleted: the service answers 403 for both deleted and hidden contexts, so the owner's list decides. */
const isGone = async (resource: Resource, state: Values, context: ApplyContext): Promise<boolean> =>
  canFillPath(resource.endpoints.list, state) && (await findInList(resource, resource.endpoints.list, state, ['id'], context)) === null;

export const read =
  (resource: Resource): ResourceOperations['read'] =>
  async (state, context, imported) => {
    try {
      return await readByEndpoints(resource)(state, context, imported);
    } catch (error) {
      if (isForbidden(error) && (await isGone(resource, state, context))) return null;
      throw error;
    }
  };

export const remove =
  (resource: Resource): ResourceOperations['delete'] =>
  async (state, context) => {
    try {
      await deleteByEndpoints(resource)(state, context);
    } catch (error) {
      if (!isForbidden(error) || !(await isGone(resource, state, context))) throw error;
    }
  };

/** Members of a context do not name its owner: if the context itself answers 403, its existence cannot be determined. */
export const readContextMember =
  (resource: Resource): ResourceOperations['read'] =>
  async (state, context, imported) => {
    try {
      return await readByEndpoints(resource)(state, context, imported);
    } catch (error) {
      if (!isForbidden(error)) throw error;
      const response = await callEndpoint(context, 'GET /context/{context_id}' as Endpoint, state, {
        effect: 'read',
        acceptedStatuses: [403, 404],
      });
      if (response.status === 404) return null;
      if (response.status !== 403) throw error;
      throw new PossiblyHiddenError(
        `The service answers 403 for the context ${String(state['context_id'])}, as it does for one ` +
          'that is gone and for one that this token may not see; ' +
          `so this ${nounOf(resource.name)} stays in the state. Check the token; if the context is ` +
          'gone, remove the object with `terraform state rm`.',
      );
    }
  };
