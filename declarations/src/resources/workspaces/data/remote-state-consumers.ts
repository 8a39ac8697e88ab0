import { computed, id, listDataSource, required, string } from '../../../declare/index.ts';

export const remoteStateConsumerList = listDataSource('remote_state_consumers', {
  service: 'workspaces',
  doc:
    'The workspaces that may read the state of one: the approved ones, or, with `global_remote_state`, ' +
    'every other one of the organization that this token may read.',
  requests: ['GET /workspaces/{workspace_id}/relationships/remote-state-consumers'],
  items: 'consumers',
  of: { id: computed(id('ws'), 'The ID of the consumer.'), name: computed(string, 'Its name.') },
  filters: { workspace_id: required(id('ws'), 'The workspace whose state is read.') },
});
