import { attachment, id, identifierLinkage, required } from '../../declare/index.ts';

export const remoteStateConsumer = attachment('remote_state_consumer', {
  service: 'workspaces',
  doc: 'One workspace that may read the state of another. Other consumers are left alone, so two workspaces may read each other.',
  type: 'workspaces',
  imports: ['{organization}/{workspace_id}/{consumer_id}', '{workspace_id}/{consumer_id}'],
  pathAttribute: 'workspace_id',
  bodyAttribute: 'consumer_id',
  item: identifierLinkage('workspaces'),
  add: 'POST /workspaces/{workspace_id}/relationships/remote-state-consumers',
  remove: 'DELETE /workspaces/{workspace_id}/relationships/remote-state-consumers',
  list: 'GET /workspaces/{workspace_id}/relationships/remote-state-consumers',
  attributes: {
    workspace_id: required(id('ws'), 'The workspace whose state is read.', { immutable: true, references: 'workspace' }),
    consumer_id: required(id('ws'), 'The workspace that may read it.', { immutable: true, references: 'workspace' }),
  },
  notes: ['The service takes consumers only while `global_remote_state` of the workspace is false.'],
});
