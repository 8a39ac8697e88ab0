import { id, identifierLinkage, required, setOf, exclusiveList } from '../../declare/index.ts';

export const remoteStateConsumers = exclusiveList('remote_state_consumers', {
  service: 'workspaces',
  doc:
    'All workspaces that may read the state of one, and no others. Beside it, ' +
    '`slipway_remote_state_consumer` for the same workspace would be fought.',
  type: 'workspaces',
  imports: ['{organization}/{workspace_id}', '{workspace_id}'],
  pathAttribute: 'workspace_id',
  elementsAttribute: 'consumer_ids',
  item: identifierLinkage('workspaces'),
  replace: 'PATCH /workspaces/{workspace_id}/relationships/remote-state-consumers',
  list: 'GET /workspaces/{workspace_id}/relationships/remote-state-consumers',
  attributes: {
    workspace_id: required(id('ws'), 'The workspace whose state is read.', { immutable: true, references: 'workspace' }),
    consumer_ids: required(setOf(id('ws')), 'The workspaces that may read it.'),
  },
  notes: [
    'Replacing the list needs the right to manage all workspaces of the organization; a ' +
      'workspace admin uses `slipway_remote_state_consumer`.',
  ],
});
