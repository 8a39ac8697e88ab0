import { attachment, id, nameLinkage, required } from '../../declare/index.ts';
import { tagName } from './tags.ts';

export const workspaceTag = attachment('workspace_tag', {
  service: 'workspaces',
  doc: 'One flat tag of a workspace. Its other tags are left alone.',
  type: 'tags',
  imports: ['{organization}/{workspace_id}/{name}', '{workspace_id}/{name}'],
  pathAttribute: 'workspace_id',
  bodyAttribute: 'name',
  item: nameLinkage('tags'),
  add: 'POST /workspaces/{workspace_id}/relationships/tags',
  remove: 'DELETE /workspaces/{workspace_id}/relationships/tags',
  list: 'GET /workspaces/{workspace_id}/relationships/tags',
  attributes: {
    workspace_id: required(id('ws'), 'The workspace that has the tag.', { immutable: true, references: 'workspace' }),
    name: required(tagName, 'The tag.', { immutable: true }),
  },
  notes: [
    'Do not name the same tag in `slipway_workspace.tag_names` beside it: unset that ' +
      'attribute, or set `ignore_additional_tag_names = true`.',
  ],
});
