import { computed, int, string, time } from '@slipway/declarations/declare';
import type { ServiceClient } from '../contract/service-client.ts';
import { callOperation, type OperationOptions, listOperation } from './call-operation.ts';
import { decodeValues, type DocumentValues } from './documents.ts';

const tagAttributes = {
  id: computed(string, 'The ID of the tag.'),
  name: computed(string, 'The tag.'),
  created_at: computed(time, 'When it was made.'),
  instance_count: computed(int, 'How many workspaces have it.'),
};
const bindingAttributes = {
  key: computed(string, 'The key.'),
  value: computed(string, 'The value.'),
  created_at: computed(time, 'When it was bound.'),
};
const effectiveAttributes = {
  key: computed(string, 'The key.'),
  value: computed(string, 'The value.'),
  inherited_from: computed(string, "The project's URL; null where it is the workspace's own.", {
    at: { place: 'link', name: 'inherited-from' },
  }),
};

export type TagDetails = DocumentValues<typeof tagAttributes>;
export type TagBinding = Omit<DocumentValues<typeof bindingAttributes>, 'id'>;
export type EffectiveTagBinding = Omit<DocumentValues<typeof effectiveAttributes>, 'id'>;

/** Flat tags of a workspace. Adding an existing one and deleting a missing one change nothing. */
export const tagsApi = (client: ServiceClient) => {
  const write =
    (operation: 'add' | 'delete') =>
    async (workspace_id: string, names: readonly string[], options: OperationOptions = {}): Promise<void> => {
      const body = { data: names.map((name) => ({ type: 'tags', attributes: { name } })) };
      await callOperation(client, `tags.${operation}`, { workspace_id }, { body, effect: 'put', ...options });
    };
  return {
    async *list(workspace_id: string, options: OperationOptions = {}): AsyncGenerator<TagDetails> {
      for await (const { item } of listOperation(client, 'tags.list', { workspace_id }, {}, options))
        yield decodeValues(tagAttributes, item);
    },
    add: write('add'),
    delete: write('delete'),
  };
};

// These two lists have no pages (spec 1).
const withoutPages = { 'page[size]': null };

/** Key-value tags of a workspace. They are written by `workspaces.create` and `workspaces.update` (`tags`). */
export const tagBindingsApi = (client: ServiceClient) => ({
  async *list(workspace_id: string, options: OperationOptions = {}): AsyncGenerator<TagBinding> {
    for await (const { item } of listOperation(client, 'tagBindings.list', { workspace_id }, withoutPages, options))
      yield decodeValues(bindingAttributes, item);
  },
  /** Its own and those inherited from its project. */
  async *listEffective(workspace_id: string, options: OperationOptions = {}): AsyncGenerator<EffectiveTagBinding> {
    for await (const { item } of listOperation(client, 'tagBindings.listEffective', { workspace_id }, withoutPages, options))
      yield decodeValues(effectiveAttributes, item);
  },
});
