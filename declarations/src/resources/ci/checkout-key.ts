import { bool, computed, oneOf, required, resource, string } from '../../declare/index.ts';
import { createdAt, projectSlugAttribute } from './kinds.ts';

export const ciCheckoutKey = resource('ci_checkout_key', {
  service: 'ci',
  doc: 'A key with which the service checks out the code of a project.',
  type: 'checkout-key',
  key: ['project_slug', 'fingerprint'],
  imports: ['{project_slug}/{fingerprint}'],

  endpoints: {
    create: 'POST /project/{project_slug}/checkout-key',
    read: 'GET /project/{project_slug}/checkout-key/{fingerprint}',
    list: 'GET /project/{project_slug}/checkout-key',
    delete: 'DELETE /project/{project_slug}/checkout-key/{fingerprint}',
  },

  attributes: {
    project_slug: projectSlugAttribute,
    type: required(oneOf('user-key', 'deploy-key'), 'Whether it acts for the user whose token makes it, or for the project alone.', {
      immutable: true,
    }),
    fingerprint: computed(string, 'Its fingerprint, MD5 unless it was imported by its SHA-256 one.'),
    public_key: computed(string, 'The public half.'),
    preferred: computed(bool, 'Whether the service uses this key.'),
    created_at: createdAt,
  },

  notes: ["A key of type `user-key` can only be made with a user's own API token, of an account that its code host has authorized (403)."],
});
