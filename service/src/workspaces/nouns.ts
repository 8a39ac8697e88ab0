import type { Noun } from '../nouns/declaration.ts';
import { assessmentResult } from './assessments/assessment-results.ts';
import { changeRequest } from './change-requests/change-requests.ts';
import { cidrRangeList } from './ip-allowlists/cidr-range-lists.ts';
import { cidrRange } from './ip-allowlists/cidr-ranges.ts';
import { providerSet } from './provider-sets/provider-sets.ts';
import { agent } from './agent-pools/agents.ts';
import { agentPool } from './agent-pools/agent-pools.ts';
import { policy } from './policies/policies.ts';
import { policySetParameter } from './policies/policy-set-parameters.ts';
import { policySet } from './policies/policy-sets.ts';
import { oauthClient } from './oauth-clients/oauth-clients.ts';
import { oauthToken } from './oauth-clients/oauth-tokens.ts';
import { reservedTagKey } from './reserved-tag-keys/reserved-tag-keys.ts';
import { policySetVersion } from './policies/versions/policy-set-versions.ts';
import { notificationConfiguration } from './notification-configurations/notification-configurations.ts';
import { runTask } from './run-tasks/run-tasks.ts';
import { workspaceTask } from './run-tasks/workspace-tasks.ts';
import { runTrigger } from './run-triggers/run-triggers.ts';
import { sshKey } from './ssh-keys/ssh-keys.ts';
import { team } from './teams/teams.ts';

/** The declared nouns of the workspace service; others have hand-written routes. */
export const nouns: readonly Noun[] = [
  agent,
  agentPool,
  assessmentResult,
  changeRequest,
  cidrRange,
  cidrRangeList,
  notificationConfiguration,
  oauthClient,
  oauthToken,
  policy,
  policySet,
  policySetParameter,
  policySetVersion,
  providerSet,
  reservedTagKey,
  runTask,
  runTrigger,
  sshKey,
  team,
  workspaceTask,
];
