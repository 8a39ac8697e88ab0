import { Team } from '@slipway/constructs/gen/team';
import type { Construct } from 'constructs';

export const platform = (scope: Construct) =>
  new Team(scope, 'platform', {
    name: 'platform',
    visibility: 'organization',
    organizationAccess: { manageWorkspaces: true, manageModules: true },
  });
