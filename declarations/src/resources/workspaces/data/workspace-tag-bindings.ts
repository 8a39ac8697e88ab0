import { computed, id, listDataSource, required, string, time } from '../../../declare/index.ts';

export const workspaceTagBindings = listDataSource('workspace_tag_bindings', {
  service: 'workspaces',
  doc: 'The key-value tags bound to one workspace itself.',
  requests: ['GET /workspaces/{workspace_id}/tag-bindings'],
  items: 'tag_bindings',
  of: { key: computed(string, 'The key.'), value: computed(string, 'The value.'), created_at: computed(time, 'When it was bound.') },
  filters: { workspace_id: required(id('ws'), 'The workspace.') },
});
