import { computed, id, required, resource, string, stringOfLength, toOneRelationship } from '../../declare/index.ts';
import { membershipId } from './membership-id.ts';
import { organization } from './organization.ts';
import { moveFromTfe } from '../state-moves.ts';

export const organizationMembership = resource('organization_membership', {
  service: 'workspaces',
  doc: 'A user in an organization, or the invitation of one. Destroying it takes the user out of the organization.',
  type: 'organization-memberships',
  naturalKey: ['organization', 'email'],
  imports: ['{id}', '{organization}/{email}'],
  stateMoves: [moveFromTfe('tfe_organization_membership', { id: 'id', organization: 'organization', email: 'email' })],

  endpoints: {
    create: 'POST /organizations/{organization}/organization-memberships',
    list: 'GET /organizations/{organization}/organization-memberships',
    read: 'GET /organization-memberships/{id}',
    delete: 'DELETE /organization-memberships/{id}',
  },

  attributes: {
    id: computed(membershipId, 'The ID of the membership.'),
    organization,
    email: required(stringOfLength(1, 255), 'The email address of the user.', { immutable: true }),
    status: computed(string, '`invited`, or `active` once the invitation is accepted.'),
    username: computed(string, 'The name of the user; null before the invitation is accepted.', { optionalInResponse: true }),
    user_id: computed(id('user'), 'The ID of the user; null before the invitation is accepted.', {
      at: toOneRelationship('user', 'users'),
    }),
  },
});
