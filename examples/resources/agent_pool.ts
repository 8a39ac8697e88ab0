import { Workspace } from '@slipway/constructs';
import { AgentPool } from '@slipway/constructs/gen/agent-pool';
import type { Construct } from 'constructs';

export const datacenter = (scope: Construct) =>
  new AgentPool(scope, 'datacenter', {
    name: 'datacenter',
    organizationScoped: false,
    allowedWorkspaceIds: [new Workspace(scope, 'network', { name: 'network' }).id],
  });
