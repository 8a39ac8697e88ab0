export { ephemeralAgentToken } from './agent-token.ts';
export { ephemeralOrganizationToken } from './organization-token.ts';
export { ephemeralTeamToken } from './team-token.ts';
export { ephemeralWorkspaceOutputs } from './workspace-outputs.ts';
