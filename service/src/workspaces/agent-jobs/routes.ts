import type { Route } from '../../http/route.ts';
import { routes as agentClaims } from './claim-jobs.ts';
import { routes as agentJobEnds } from './job-end.ts';
import { routes as agentJobFiles } from './job-files.ts';
import { routes as agentJobLogs } from './job-log.ts';
import { routes as agentJobStates } from './job-state.ts';
import { routes as agentJobTokens } from './job-token.ts';

/** The endpoints of the jobs of agents, from the claim to the end. */
export const routes: readonly Route[] = [agentClaims, agentJobFiles, agentJobLogs, agentJobStates, agentJobEnds, agentJobTokens].flat();
