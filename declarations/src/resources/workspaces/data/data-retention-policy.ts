import { computed, id, int, lookupDataSource, required, string } from '../../../declare/index.ts';

export const dataRetentionPolicyLookup = lookupDataSource('data_retention_policy', {
  service: 'workspaces',
  doc: 'How long the service keeps the old data of a workspace; all null where no policy is set.',
  requests: ['GET /workspaces/{workspace_id}/relationships/data-retention-policy'],
  by: { workspace_id: required(id('ws'), 'The workspace.') },
  of: {
    policy_id: computed(string, 'The ID of the policy.', { at: { place: 'document', name: 'id' } }),
    policy_type: computed(string, 'Which policy it is: `data-retention-policy-delete-olders` or `data-retention-policy-dont-deletes`.', {
      at: { place: 'document', name: 'type' },
    }),
    delete_older_than_n_days: computed(int, 'Data older than this many days is deleted.'),
  },
});
