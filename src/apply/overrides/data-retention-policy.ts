import type { Endpoint, Values } from '@slipway/declarations/declare';
import { toNeutralDocument } from '@slipway/declarations/dialects';
import type { ResourceOperations } from '../apply-operation.ts';
import { assertGone } from '../assert-gone.ts';
import { responseDocument, fillPath, callEndpoint } from '../call-endpoint.ts';

const deleteOlders = 'data-retention-policy-delete-olders';
const dontDeletes = 'data-retention-policy-dont-deletes';

const policyValues = (document: Values | null): Values => {
  if (document === null) return {};
  const attributes = document['attributes'] as Values | undefined;
  const keeps = document['type'] === dontDeletes;
  return {
    policy_id: document['id'],
    dont_delete: keeps ? true : null,
    delete_older_than_n_days: keeps ? null : (attributes?.['delete-older-than-n-days'] ?? null),
  };
};

/** The type of the document selects the policy; sending it again replaces it. */
export const put: ResourceOperations['put'] = async (operation, context) => {
  const days = operation.desired['delete_older_than_n_days'];
  const data =
    typeof days === 'number'
      ? { type: deleteOlders, attributes: { 'delete-older-than-n-days': days } }
      : { type: dontDeletes, attributes: {} };
  const response = await callEndpoint(context, operation.resource.endpoints.create as Endpoint, operation.desired, {
    body: { data },
    effect: 'put',
  });
  operation.recordSuccess(
    ['workspace_id', 'delete_older_than_n_days', 'dont_delete'],
    policyValues(responseDocument(operation.resource, response.body)),
  );
};

/** Null data: the workspace has no policy. */
export const read: ResourceOperations['read'] = async (state, context) => {
  const path = fillPath('GET /workspaces/{workspace_id}/relationships/data-retention-policy', state);
  const response = await context.client.read({ path, id: String(state['policy_id']), acceptedStatuses: [404], signal: context.signal });
  if (response.status === 404) {
    await assertGone(context.findResource('data_retention_policy'), state, context);
    return null;
  }
  const document = responseDocument({ service: 'workspaces' }, toNeutralDocument(response.body));
  return document === null ? null : { workspace_id: state['workspace_id'], ...policyValues(document) };
};
