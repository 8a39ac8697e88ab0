import { bool, stringOfLength, time } from '@slipway/declarations/declare';
import { tagKey } from '@slipway/declarations/resources/workspaces/tags';
import { unprocessable } from '../../http/problem.ts';
import type { NounBody } from '../../nouns/noun-record.ts';
import { computed, noun, optional, required } from '../../nouns/declaration.ts';
import { underOrganization } from '../../nouns/parents/under-organization.ts';
import { toParent } from '../../nouns/relationships/relationship.ts';
import { timeOfCreation, timeOfUpdate } from '../../nouns/timestamps.ts';

const requireTagKey = (body: NounBody): NounBody => {
  if (!tagKey.accepts(body['key'])) throw unprocessable(`Key is invalid: expected ${tagKey.description}`, '/data/attributes/key');
  return body;
};

export const reservedTagKey = noun('reserved-tag-keys', {
  doc: 'A key of tags that an organization uses for a purpose of its own.',
  label: 'reserved tag key',
  idPrefix: 'rtk',
  parents: [underOrganization({ read: 'member', write: 'owner' })],
  operations: ['list', 'create', 'update', 'delete'],
  attributes: {
    key: required(stringOfLength(1, 128), 'The key.', { unique: true }),
    'disable-overrides': optional(bool, 'Whether workspaces cannot have another value than their project.', {
      default: false,
      effect: 'none',
    }),
    'created-at': timeOfCreation(),
    'updated-at': timeOfUpdate('When it was changed.'),
    // The name that HashiCorp's Go client reads.
    created_at: computed(time, 'When it was created.', { value: ({ body }) => body['createdAt'] }),
    updated_at: computed(time, 'When it was changed.', { value: ({ body }) => body['updatedAt'] }),
  },
  relationships: { organization: toParent('organizations', 'The organization that it belongs to.') },
  behavior: {
    beforeCreate: async (_ctx, body) => requireTagKey(body),
    beforeUpdate: async (_ctx, _record, body) => requireTagKey(body),
  },
});
