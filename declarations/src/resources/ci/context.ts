import { idOrSlug, computed, oneOf, optional, required, resource, stringOfLength, uuid } from '../../declare/index.ts';
import { uuidWhen } from './constraints.ts';
import { createdAt, organizationRef } from './kinds.ts';
import { moveFromCircleci } from '../state-moves.ts';

export const ciContext = resource('ci_context', {
  service: 'ci',
  doc: 'A context: environment variables that the projects of an organization share.',
  type: 'context',
  naturalKey: ['organization', 'name'],
  imports: ['{organization}/{id}', '{organization}/{name}'],
  stateMoves: [moveFromCircleci('circleci_context', { id: 'id', organization: 'organization_id', owner_type: () => 'organization' })],

  endpoints: {
    create: 'POST /context',
    list: 'GET /context?owner-id,owner-slug={organization}&owner-type={owner_type?}',
    read: 'GET /context/{id}',
    delete: 'DELETE /context/{id}',
  },

  attributes: {
    id: computed(uuid, 'The ID of the context.'),
    organization: optional(organizationRef, 'Who owns it: the ID of an organization or its slug.', {
      inherits: 'organization',
      immutable: true,
      unanswered: true,
      at: idOrSlug('owner.id', 'owner.slug'),
      companions: ['owner_type'],
    }),
    owner_type: optional(
      oneOf('organization', 'account'),
      'Whether its owner is an organization or, in the self-hosted edition, an account.',
      {
        default: 'organization',
        immutable: true,
        unanswered: true,
        at: 'owner.type',
      },
    ),
    name: required(stringOfLength(1, 255), 'Its name, unique in the organization.', { immutable: true }),
    created_at: createdAt,
  },

  constraints: [uuidWhen('owner_type', 'account', 'organization')],

  notes: [
    'The service answers 403 for a context that is gone and for one that the token may not ' +
      "see. The list of the organization's contexts decides which it is.",
    'No response contains the owner of a context: import it with the organization spelled as in the ' +
      'configuration, by its ID or by its slug.',
  ],
});
