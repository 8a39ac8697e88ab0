import { Workspace } from '@slipway/constructs';
import { Team } from '@slipway/constructs/gen/team';
import { TeamWorkspaceAccess } from '@slipway/constructs/gen/team-workspace-access';
import type { Construct } from 'constructs';

export const platform = (scope: Construct) =>
  new TeamWorkspaceAccess(scope, 'platform-in-network', {
    teamId: new Team(scope, 'platform', { name: 'platform' }).id,
    workspaceId: new Workspace(scope, 'network', { name: 'network' }).id,
    access: 'custom',
    runs: 'apply',
    variables: 'read',
  });
