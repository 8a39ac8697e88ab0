import type { Noun } from '../nouns/declaration.ts';
import { agentPool } from './agent-pools/agent-pools.ts';
import { sshKey } from './ssh-keys/ssh-keys.ts';
import { team } from './teams/teams.ts';

/** The nouns of the workspace service that are declared in one file; the others are written by hand. */
export const nouns: readonly Noun[] = [agentPool, sshKey, team];
