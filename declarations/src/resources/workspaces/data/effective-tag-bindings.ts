import { computed, id, listDataSource, required, string } from '../../../declare/index.ts';

export const effectiveTagBindings = listDataSource('effective_tag_bindings', {
  service: 'workspaces',
  doc: 'The key-value tags that count for one workspace: its own and those of its project.',
  requests: ['GET /workspaces/{workspace_id}/effective-tag-bindings'],
  items: 'tag_bindings',
  of: {
    key: computed(string, 'The key.'),
    value: computed(string, 'The value.'),
    inherited_from: computed(string, "The project's URL where it is inherited; null where it is the workspace's own.", {
      at: { place: 'link', name: 'inherited-from' },
    }),
  },
  filters: { workspace_id: required(id('ws'), 'The workspace.') },
});
