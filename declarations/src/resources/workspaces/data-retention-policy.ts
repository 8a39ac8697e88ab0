import {
  type AttributeKind,
  bool,
  computed,
  exactlyOneOf,
  id,
  intBetween,
  optional,
  required,
  resource,
  string,
} from '../../declare/index.ts';
import { moveFromTfe } from '../state-moves.ts';

/** Another value would set no policy: the type of the document says that all is kept, and it has no attributes. */
const onlyTrue: AttributeKind<boolean> = {
  ...bool,
  json: { enum: [true] },
  description: 'true',
  accepts: (value) => value === true,
};

/** `put` and `read` are hand-written: the document's type is the kind of the policy. */
export const dataRetentionPolicy = resource('data_retention_policy', {
  service: 'workspaces',
  doc: 'How long the service keeps the old states and configurations of a workspace. Only the self-hosted edition has it.',
  type: 'data-retention-policies',
  key: ['workspace_id'],
  imports: ['{organization}/{workspace_id}', '{workspace_id}'],
  notListed: 'A workspace has at most one, which an import names by the workspace.',
  stateMoves: [moveFromTfe('tfe_data_retention_policy', { workspace_id: 'workspace_id' })],
  endpoints: {
    create: 'POST /workspaces/{workspace_id}/relationships/data-retention-policy',
    update: 'POST /workspaces/{workspace_id}/relationships/data-retention-policy',
    read: 'GET /workspaces/{workspace_id}/relationships/data-retention-policy',
    delete: 'DELETE /workspaces/{workspace_id}/relationships/data-retention-policy',
  },
  attributes: {
    workspace_id: required(id('ws'), 'The workspace.', { pathParameter: true, references: 'workspace' }),
    policy_id: computed(string, 'The ID of the policy.', { at: { place: 'document', name: 'id' }, changesWith: '*' }),
    delete_older_than_n_days: optional(intBetween(1, 36_500), 'Data older than this many days is deleted.'),
    dont_delete: optional(onlyTrue, 'Keeps all data: `false` would be no policy, and is refused.'),
  },
  constraints: [exactlyOneOf('delete_older_than_n_days', 'dont_delete')],
});
