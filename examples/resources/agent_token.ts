import { AgentPool } from '@slipway/constructs/gen/agent-pool';
import { AgentToken } from '@slipway/constructs/gen/agent-token';
import type { Construct } from 'constructs';

export const rack = (scope: Construct) =>
  new AgentToken(scope, 'rack-1', { agentPoolId: new AgentPool(scope, 'datacenter', { name: 'datacenter' }).id, description: 'rack 1' });
