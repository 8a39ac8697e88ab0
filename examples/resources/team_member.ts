import { OrganizationMembership } from '@slipway/constructs/gen/organization-membership';
import { Team } from '@slipway/constructs/gen/team';
import { TeamMember } from '@slipway/constructs/gen/team-member';
import type { Construct } from 'constructs';

export const ann = (scope: Construct) =>
  new TeamMember(scope, 'ann-in-platform', {
    teamId: new Team(scope, 'platform', { name: 'platform' }).id,
    organizationMembershipId: new OrganizationMembership(scope, 'ann', { email: 'ann@example.com' }).id,
  });
