import { computed, int, string, time } from '../../declare/index.ts';
import type { Line } from '../line.ts';
import { ask, type Options, walk } from './ask.ts';
import { decode, type Document } from './documents.ts';

const tagAttributes = {
  id: computed(string, 'The ID of the tag.'), name: computed(string, 'The tag.'),
  created_at: computed(time, 'When it was made.'), instance_count: computed(int, 'How many workspaces have it.'),
};
const bindingAttributes = { key: computed(string, 'The key.'), value: computed(string, 'The value.'), created_at: computed(time, 'When it was bound.') };
const effectiveAttributes = {
  key: computed(string, 'The key.'), value: computed(string, 'The value.'),
  inherited_from: computed(string, 'The project\'s URL; null where it is the workspace\'s own.', { at: { place: 'link', name: 'inherited-from' } }),
};

export type Tag = Document<typeof tagAttributes>;
export type TagBinding = Omit<Document<typeof bindingAttributes>, 'id'>;
export type EffectiveTagBinding = Omit<Document<typeof effectiveAttributes>, 'id'>;

/** Flat tags of a workspace. Adding one that is there, and deleting one that is not, changes nothing. */
export const tags = (line: Line) => {
  const write = (operation: 'add' | 'delete') => async (workspace_id: string, names: readonly string[], options: Options = {}): Promise<void> => {
    const body = { data: names.map((name) => ({ type: 'tags', attributes: { name } })) };
    await ask(line, `tags.${operation}`, { workspace_id }, { body, effect: 'put', ...options });
  };
  return {
    async *list(workspace_id: string, options: Options = {}): AsyncGenerator<Tag> {
      for await (const { item } of walk(line, 'tags.list', { workspace_id }, {}, options)) yield decode(tagAttributes, item);
    },
    add: write('add'), delete: write('delete'),
  };
};

// These two lists have no pages (spec 1).
const whole = { 'page[size]': null };

/** Key-value tags of a workspace. They are written by `workspaces.create` and `workspaces.update` (`tags`). */
export const tagBindings = (line: Line) => ({
  async *list(workspace_id: string, options: Options = {}): AsyncGenerator<TagBinding> {
    for await (const { item } of walk(line, 'tagBindings.list', { workspace_id }, whole, options)) yield decode(bindingAttributes, item);
  },
  /** Its own and those inherited from its project. */
  async *listEffective(workspace_id: string, options: Options = {}): AsyncGenerator<EffectiveTagBinding> {
    for await (const { item } of walk(line, 'tagBindings.listEffective', { workspace_id }, whole, options)) yield decode(effectiveAttributes, item);
  },
});
