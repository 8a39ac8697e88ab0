import { Project } from '@slipway/constructs';
import { Team } from '@slipway/constructs/gen/team';
import { TeamProjectAccess } from '@slipway/constructs/gen/team-project-access';
import type { Construct } from 'constructs';

export const platform = (scope: Construct) =>
  new TeamProjectAccess(scope, 'platform-in-shop', {
    teamId: new Team(scope, 'platform', { name: 'platform' }).id,
    projectId: new Project(scope, 'shop', { name: 'shop' }).id,
    access: 'maintain',
  });
