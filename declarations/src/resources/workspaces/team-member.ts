import { attachment, id, identifierLinkage, required } from '../../declare/index.ts';
import { membershipId } from './membership-id.ts';
import { moveFromTfe } from '../state-moves.ts';

export const teamMember = attachment('team_member', {
  service: 'workspaces',
  doc: 'One member of a team, or one who is invited. Its other members are left alone.',
  type: 'organization-memberships',
  imports: ['{team_id}/{organization_membership_id}'],
  stateMoves: [
    moveFromTfe('tfe_team_organization_member', { team_id: 'team_id', organization_membership_id: 'organization_membership_id' }),
  ],
  pathAttribute: 'team_id',
  bodyAttribute: 'organization_membership_id',
  item: identifierLinkage('organization-memberships'),
  add: 'POST /teams/{team_id}/relationships/organization-memberships',
  remove: 'DELETE /teams/{team_id}/relationships/organization-memberships',
  list: 'GET /teams/{team_id}/relationships/organization-memberships',
  attributes: {
    team_id: required(id('team'), 'The team.', { immutable: true, references: 'team' }),
    organization_membership_id: required(membershipId, 'The member, by the ID of the membership in the organization.', { immutable: true }),
  },
});
