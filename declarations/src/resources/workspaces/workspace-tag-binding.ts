import { id, required, resource } from '../../declare/index.ts';
import { tagKey, tagValue } from './tags.ts';

/** `put` and `delete` are hand-written: one binding is written next to others that are not ours. */
export const workspaceTagBinding = resource('workspace_tag_binding', {
  service: 'workspaces',
  doc: 'One key-value tag of a workspace. Its other tags are left alone.',
  type: 'tag-bindings',
  key: ['workspace_id', 'key'],
  imports: ['{organization}/{workspace_id}/{key}', '{workspace_id}/{key}'],
  endpoints: {
    create: 'PATCH /workspaces/{workspace_id}/tag-bindings',
    update: 'PATCH /workspaces/{workspace_id}/tag-bindings',
    delete: 'PATCH /workspaces/{workspace_id}',
    list: 'GET /workspaces/{workspace_id}/tag-bindings',
  },
  attributes: {
    workspace_id: required(id('ws'), 'The workspace that has the tag.', { pathParameter: true, references: 'workspace' }),
    key: required(tagKey, "The tag's key.", { immutable: true }),
    value: required(tagValue, "The tag's value."),
  },
  notes: ['Do not name the same key in `slipway_workspace.tags` beside it: unset that attribute, or set `ignore_additional_tags = true`.'],
});
