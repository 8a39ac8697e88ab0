import { Team } from '@slipway/constructs/gen/team';
import { TeamToken } from '@slipway/constructs/gen/team-token';
import type { Construct } from 'constructs';

export const pipelines = (scope: Construct) =>
  new TeamToken(scope, 'pipelines', {
    teamId: new Team(scope, 'platform', { name: 'platform' }).id,
    description: 'pipelines',
    expiredAt: '2027-01-01T00:00:00Z',
  });
