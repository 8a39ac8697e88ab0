import type { Values } from '@slipway/declarations/declare';
import type { ServiceClient } from '../contract/service-client.ts';
import { callOperation, responseBody, type OperationOptions } from './call-operation.ts';
import { requireDocument } from './documents.ts';

/** Data older than this number of days is deleted, or none ever is. `id` is assigned by the service. */
export type DataRetentionPolicy =
  | { readonly id: string; readonly delete_older_than_n_days: number; readonly dont_delete?: never }
  | { readonly id: string; readonly dont_delete: true; readonly delete_older_than_n_days?: never };
export type NewDataRetentionPolicy = { readonly delete_older_than_n_days: number } | { readonly dont_delete: true };

// The specification does not show these documents; types and attributes are those of the public clients (docs/decisions).
const deleteOlders = 'data-retention-policy-delete-olders';
const dontDeletes = 'data-retention-policy-dont-deletes';

const decodePolicy = (data: Values): DataRetentionPolicy => {
  const id = String(data['id']);
  if (data['type'] === dontDeletes) return { id, dont_delete: true };
  return { id, delete_older_than_n_days: Number((data['attributes'] as Values | undefined)?.['delete-older-than-n-days']) };
};

/** How long the service keeps the old data of a workspace; only the self-hosted edition has it. */
export const dataRetentionPolicyApi = (client: ServiceClient) => ({
  /** Setting it again replaces it. */
  set: async (workspace_id: string, policy: NewDataRetentionPolicy, options: OperationOptions = {}): Promise<DataRetentionPolicy> => {
    const data =
      'dont_delete' in policy
        ? { type: dontDeletes, attributes: {} }
        : { type: deleteOlders, attributes: { 'delete-older-than-n-days': policy.delete_older_than_n_days } };
    return decodePolicy(
      requireDocument(
        await callOperation(client, 'dataRetentionPolicy.set', { workspace_id }, { body: { data }, effect: 'put', ...options }),
      ),
    );
  },
  /** Null if the workspace has no policy. */
  show: async (workspace_id: string, options: OperationOptions = {}): Promise<DataRetentionPolicy | null> => {
    const { data } = responseBody(await callOperation(client, 'dataRetentionPolicy.show', { workspace_id }, options));
    return data === null ? null : decodePolicy(data);
  },
  remove: async (workspace_id: string, options: OperationOptions = {}): Promise<void> => {
    await callOperation(client, 'dataRetentionPolicy.remove', { workspace_id }, options);
  },
});
