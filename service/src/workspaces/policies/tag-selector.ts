import { bool, object, optional, required, string, stringOfLength } from '@slipway/declarations/declare';

/** A condition on the tags of workspaces; a null value matches any value of the key. */
export interface TagSelector {
  readonly 'tag-key': string;
  readonly 'tag-value': string | null;
  readonly 'is-exclude': boolean;
}

export const tagSelectorKind = object({
  'tag-key': required(stringOfLength(1, 128), 'The key of the tag.'),
  'tag-value': optional(string, 'The value of the tag; null: any value.'),
  'is-exclude': optional(bool, 'Whether workspaces with the tag are left out.'),
});

/** The selector as it is stored, with defaults for members that a request may omit. */
export const normalizeSelector = (sent: Partial<TagSelector>): TagSelector => ({
  'tag-key': sent['tag-key']!,
  'tag-value': sent['tag-value'] ?? null,
  'is-exclude': sent['is-exclude'] === true,
});

export const isSameSelector = (one: TagSelector, other: TagSelector): boolean =>
  one['tag-key'] === other['tag-key'] && one['tag-value'] === other['tag-value'] && one['is-exclude'] === other['is-exclude'];
