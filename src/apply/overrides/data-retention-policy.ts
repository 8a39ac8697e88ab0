import type { Endpoint, Values } from '../../declare/index.ts';
import { toNeutralDocument } from '../../dialects/index.ts';
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

/** The document's type says which policy it is; saying it again replaces it. */
export const put: ResourceOperations['put'] = async (job, around) => {
  const days = job.want['delete_older_than_n_days'];
  const data =
    typeof days === 'number'
      ? { type: deleteOlders, attributes: { 'delete-older-than-n-days': days } }
      : { type: dontDeletes, attributes: {} };
  const answer = await callEndpoint(around, job.resource.endpoints.create as Endpoint, job.want, { body: { data }, effect: 'put' });
  job.recordSuccess(['workspace_id', 'delete_older_than_n_days', 'dont_delete'], policyValues(responseDocument(job.resource, answer.body)));
};

/** Null data: nothing is said for this workspace. */
export const read: ResourceOperations['read'] = async (state, around) => {
  const path = fillPath('GET /workspaces/{workspace_id}/relationships/data-retention-policy', state);
  const answer = await around.client.read({ path, id: String(state['policy_id']), accept: [404], signal: around.signal });
  if (answer.status === 404) {
    await assertGone(around.findResource('data_retention_policy'), state, around);
    return null;
  }
  const document = responseDocument({ service: 'workspaces' }, toNeutralDocument(answer.body));
  return document === null ? null : { workspace_id: state['workspace_id'], ...policyValues(document) };
};
