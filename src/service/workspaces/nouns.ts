import type { Noun } from '../nouns/declaration.ts';
import { changeRequest } from './change-requests/change-requests.ts';
import { agentPool } from './agent-pools/agent-pools.ts';
import { policy } from './policies/policies.ts';
import { policySetParameter } from './policies/policy-set-parameters.ts';
import { policySet } from './policies/policy-sets.ts';
import { sshKey } from './ssh-keys/ssh-keys.ts';
import { team } from './teams/teams.ts';

/** The nouns of the workspace service that are declared in one file; the others are written by hand. */
export const nouns: readonly Noun[] = [agentPool, changeRequest, policy, policySet, policySetParameter, sshKey, team];
