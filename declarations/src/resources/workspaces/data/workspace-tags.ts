import { computed, id, int, listDataSource, required, string, time } from '../../../declare/index.ts';

export const workspaceTags = listDataSource('workspace_tags', {
  service: 'workspaces',
  doc: 'The flat tags of one workspace.',
  requests: ['GET /workspaces/{workspace_id}/relationships/tags'],
  items: 'tags',
  of: {
    id: computed(string, 'The ID of the tag.'),
    name: computed(string, 'The tag.'),
    created_at: computed(time, 'When it was made.'),
    instance_count: computed(int, 'How many workspaces have it.'),
  },
  filters: { workspace_id: required(id('ws'), 'The workspace.') },
});
